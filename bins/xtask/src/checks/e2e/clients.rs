//! Generated clients in TypeScript and Python: each is made from the document of all routes by a
//! tool of its own, checked strictly, and plans, shares and downloads a trip on the running
//! service.

use std::process::Command;
use std::{env, iter};

use super::{Checks, SERVED, Service};
use crate::cargo;

impl Checks {
    /// Generates, compiles and runs all clients; returns whether all passed.
    pub(super) fn call_by_generated_clients(&self, service: &Service) -> anyhow::Result<bool> {
        let document = self.folder.join(SERVED);
        let mut generated = true;
        let mut types = self.command("node_modules/.bin/openapi-typescript");
        generated &= cargo::passes(
            types
                .arg(&document)
                .args(["--output", "generated/schema.d.ts"]),
        )?;
        let mut hey = self.command("node_modules/.bin/openapi-ts");
        hey.arg("--input").arg(&document);
        generated &= cargo::passes(hey.args(["--output", "generated/hey-api", "--silent"]))?;
        let mut swagger = self.command("node_modules/.bin/swagger-typescript-api");
        swagger
            .args(["generate", "--silent", "--path"])
            .arg(&document);
        generated &= cargo::passes(swagger.args(["--output", "generated/swagger-typescript-api"]))?;
        let mut python = self.command(self.python("openapi-python-client"));
        python
            .args(["generate", "--overwrite", "--path"])
            .arg(&document);
        // It formats what it writes with a program of the virtual environment.
        let programs = env::var_os("PATH").unwrap_or_default();
        let own = iter::once(self.folder.join("venv/bin"));
        python.env(
            "PATH",
            env::join_paths(own.chain(env::split_paths(&programs)))?,
        );
        generated &= cargo::passes(python.args([
            "--output-path",
            "generated/python/wayfare_client",
            "--meta",
            "none",
        ]))?;
        generated &= cargo::passes(&mut self.generator("typescript-fetch"))?;
        if !generated {
            return Ok(false);
        }
        let mut compile = self.command("node_modules/.bin/tsc");
        let mut check = self.command(self.python("mypy"));
        check.args([
            "--strict",
            "--follow-imports=silent",
            "clients/python_client.py",
        ]);
        check.env("MYPYPATH", "generated/python");
        let compiled = cargo::passes(&mut compile)? & cargo::passes(&mut check)?;
        if !compiled {
            return Ok(false);
        }
        let mut passed = true;
        for program in [
            "openapi_typescript",
            "hey_api",
            "swagger_typescript_api",
            "typescript_fetch",
        ] {
            // The generated files import each other without extensions, which Node does not take.
            let bundle = format!("generated/{program}.mjs");
            let mut bundler = self.command("node_modules/.bin/esbuild");
            bundler.args([
                "--bundle",
                "--platform=node",
                "--format=esm",
                "--log-level=warning",
            ]);
            bundler.arg(format!("--outfile={bundle}"));
            passed &= cargo::passes(bundler.arg(format!("clients/{program}.ts")))?;
            let mut node = self.command("node");
            node.arg(bundle);
            passed &= cargo::passes(node.env("WAYFARE_BASE", &service.base))?;
        }
        let mut python = self.command(self.python("python"));
        python
            .arg("clients/python_client.py")
            .env("PYTHONPATH", "generated/python");
        passed &= cargo::passes(python.env("WAYFARE_BASE", &service.base))?;
        Ok(passed)
    }

    /// openapi-generator, for a language. It fails for a document that it can't handle.
    pub(super) fn generator(&self, language: &str) -> Command {
        let mut command = self.command(self.python("openapi-generator-cli"));
        command.args(["generate", "--generator-name", language, "--input-spec"]);
        command.arg(self.folder.join(SERVED));
        command.arg("--output").arg(format!("generated/{language}"));
        command.env("JAVA_OPTS", "-Dlog.level=error");
        command
    }
}
