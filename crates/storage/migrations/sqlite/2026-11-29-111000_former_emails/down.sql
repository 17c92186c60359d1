DROP TABLE former_emails;
