module wayfare.example/program

go 1.23

require wayfare.example/generated/client v0.0.0

require gopkg.in/validator.v2 v2.0.1 // indirect

replace wayfare.example/generated/client => ../../generated/go

replace gopkg.in/validator.v2 => ./validator
