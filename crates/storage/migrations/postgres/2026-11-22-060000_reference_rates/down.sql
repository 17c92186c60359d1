DROP TABLE reference_rates;
DROP TABLE rate_imports;
