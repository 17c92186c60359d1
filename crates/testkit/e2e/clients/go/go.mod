module wayfare.example/program

go 1.23

require wayfare.example/generated/client v0.0.0

replace wayfare.example/generated/client => ../../generated/go
