//! `cargo xtask layers`: each crate depends only on those below it, and reaches no forbidden crate.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    process::ExitCode,
};

use serde::Deserialize;

use crate::cargo;

/// The layers from the bottom up; crates of one layer do not depend on each other.
const LAYERS: &[&[&str]] = &[
    // The client uses no other crate than the shapes.
    &["wayfare-shapes"],
    &["wayfare-client"],
    &["wayfare-domain", "wayfare-bounds"],
    &["wayfare-formats"],
    &["wayfare-storage"],
    &[
        "wayfare-pictures",
        "wayfare-gazetteer",
        "wayfare-mail",
        "wayfare-oidc",
    ],
    &["wayfare-service"],
    &["wayfare-api-core"],
    &["wayfare-api-a", "wayfare-api-b", "wayfare-web"],
    &["wayfare-api"],
    &["wayfare-server"],
    &["wayfare-test-postgres"],
    &["wayfare-testkit"],
    &["wayfare-fuzz"],
    &["wayfare", "wayfare-bench"],
    &["wayfare-examples"],
    &["wayfare-xtask"],
];

/// The crates that a crate must not reach, directly or through others; `*` ends a prefix.
const UNREACHABLE: &[(&str, &[&str])] = &[
    ("wayfare-shapes", &["actix-*", "diesel*"]),
    ("wayfare-client", &["actix-*", "diesel*"]),
    ("wayfare-bounds", &["wayfare-*"]),
    ("wayfare-domain", &["actix-*", "diesel*"]),
    ("wayfare-formats", &["actix-*", "diesel*"]),
    ("wayfare-storage", &["actix-*"]),
    ("wayfare-pictures", &["actix-*", "diesel*"]),
    ("wayfare-gazetteer", &["actix-*", "diesel*"]),
    ("wayfare-mail", &["actix-*", "diesel*", "native-tls*"]),
    ("wayfare-oidc", &["actix-*", "diesel*", "wayfare-*"]),
    ("wayfare-service", &["actix-*", "wayfare-shapes"]),
    ("wayfare-api-a", &["wayfare-api-b"]),
    ("wayfare-api-b", &["wayfare-api-a"]),
    ("wayfare-web", &["wayfare-api-a", "wayfare-api-b"]),
    // Any project's tests can use it.
    ("wayfare-test-postgres", &["wayfare-*"]),
];

/// The part of `cargo metadata` that the checks need.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    workspace_members: Vec<String>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<DependencyKind>,
}

/// `None` is a normal dependency; the others are `dev` and `build`.
#[derive(Deserialize)]
struct DependencyKind {
    kind: Option<String>,
}

pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let violations = violations()?;
    for violation in &violations {
        eprintln!("error: {violation}");
    }
    if violations.is_empty() {
        println!("layers: each crate depends only on those below it");
        return Ok(ExitCode::SUCCESS);
    }
    Ok(ExitCode::FAILURE)
}

/// Returns a line for each dependency that the layers forbid.
pub(crate) fn violations() -> anyhow::Result<Vec<String>> {
    // Avoids downloading other platforms' dependencies.
    let args = [
        "metadata",
        "--format-version",
        "1",
        "--all-features",
        "--locked",
        "--filter-platform",
        "host-tuple",
    ];
    let metadata: Metadata = serde_json::from_str(&cargo::output(args)?)?;
    Ok(Graph::new(&metadata).violations())
}

/// The normal dependencies of all packages, by package id.
struct Graph<'a> {
    names: HashMap<&'a str, &'a str>,
    members: Vec<&'a str>,
    dependencies: HashMap<&'a str, Vec<&'a str>>,
}

impl<'a> Graph<'a> {
    fn new(metadata: &'a Metadata) -> Self {
        let is_normal =
            |dependency: &&Dependency| dependency.dep_kinds.iter().any(|kind| kind.kind.is_none());
        let normal = |node: &'a Node| {
            node.deps
                .iter()
                .filter(is_normal)
                .map(|dependency| dependency.pkg.as_str())
                .collect()
        };
        Self {
            names: metadata
                .packages
                .iter()
                .map(|package| (package.id.as_str(), package.name.as_str()))
                .collect(),
            members: metadata
                .workspace_members
                .iter()
                .map(String::as_str)
                .collect(),
            dependencies: metadata
                .resolve
                .nodes
                .iter()
                .map(|node| (node.id.as_str(), normal(node)))
                .collect(),
        }
    }

    fn violations(&self) -> Vec<String> {
        let mut found = Vec::new();
        for member in &self.members {
            self.check_order(member, &mut found);
        }
        for &(crate_name, patterns) in UNREACHABLE {
            match self
                .members
                .iter()
                .find(|member| self.name(member) == crate_name)
            {
                Some(member) => self.check_reach(member, patterns, &mut found),
                None => found.push(format!(
                    "UNREACHABLE names {crate_name}, which is not in the workspace"
                )),
            }
        }
        found
    }

    fn check_order(&self, member: &str, found: &mut Vec<String>) {
        let name = self.name(member);
        let Some(own) = layer(name) else {
            found.push(format!(
                "{name} has no layer: add it to LAYERS in bins/xtask/src/layers.rs"
            ));
            return;
        };
        for dependency in self.dependencies_of(member).iter().map(|id| self.name(id)) {
            match layer(dependency) {
                Some(other) if other > own => {
                    found.push(format!("{name} depends on {dependency}, which is above it"));
                }
                Some(other) if other == own => {
                    found.push(format!(
                        "{name} depends on {dependency}, which is beside it"
                    ));
                }
                _ => {}
            }
        }
    }

    fn check_reach(&self, start: &'a str, patterns: &[&str], found: &mut Vec<String>) {
        let mut seen = HashSet::from([start]);
        let mut queue = VecDeque::from([vec![start]]);
        while let Some(path) = queue.pop_front() {
            let Some(last) = path.last() else { continue };
            for next in self.dependencies_of(last) {
                if !seen.insert(next) {
                    continue;
                }
                let longer: Vec<&str> = path.iter().copied().chain([*next]).collect();
                if patterns
                    .iter()
                    .any(|pattern| matches_name(pattern, self.name(next)))
                {
                    let names: Vec<&str> = longer.iter().map(|id| self.name(id)).collect();
                    found.push(format!(
                        "{} must not reach {}: {}",
                        self.name(start),
                        self.name(next),
                        names.join(" -> ")
                    ));
                } else {
                    queue.push_back(longer);
                }
            }
        }
    }

    fn dependencies_of(&self, id: &str) -> &[&'a str] {
        self.dependencies.get(id).map_or(&[], Vec::as_slice)
    }

    fn name(&self, id: &'a str) -> &'a str {
        self.names.get(id).copied().unwrap_or(id)
    }
}

fn layer(name: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&name))
}

fn matches_name(pattern: &str, name: &str) -> bool {
    pattern
        .strip_suffix('*')
        .map_or(pattern == name, |prefix| name.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The violations of a workspace with these dependencies only: (from, to, kind).
    fn violations_of(edges: &[(&str, &str, Option<&str>)]) -> Vec<String> {
        let members: Vec<&str> = LAYERS
            .iter()
            .flat_map(|layer| layer.iter().copied())
            .collect();
        let others = edges.iter().flat_map(|(from, to, _)| [*from, *to]);
        let names: HashSet<&str> = members.iter().copied().chain(others).collect();
        let deps = |name: &str| -> Vec<serde_json::Value> {
            let own = edges.iter().filter(|(from, ..)| *from == name);
            own.map(|(_, to, kind)| json!({"pkg": to, "dep_kinds": [{"kind": kind}]}))
                .collect()
        };
        let metadata = json!({
            "packages": names.iter().map(
                |name| json!({"id": name, "name": name})
            ).collect::<Vec<_>>(),
            "workspace_members": members,
            "resolve": {
                "nodes": names.iter().map(
                    |name| json!({"id": name, "deps": deps(name)})
                ).collect::<Vec<_>>()
            },
        });
        Graph::new(&serde_json::from_value(metadata).unwrap()).violations()
    }

    #[test]
    fn allows_dependencies_on_lower_layers() {
        let edges = [
            ("wayfare-service", "wayfare-domain", None),
            ("wayfare-storage", "diesel", None),
            ("wayfare-testkit", "wayfare-test-postgres", None),
            ("wayfare-api-core", "actix-web", None),
        ];
        assert_eq!(violations_of(&edges), Vec::<String>::new());
    }

    #[test]
    fn allows_any_dev_and_build_dependency() {
        let edges = [
            ("wayfare-storage", "wayfare-test-postgres", Some("dev")),
            ("wayfare-domain", "diesel", Some("build")),
        ];
        assert_eq!(violations_of(&edges), Vec::<String>::new());
    }

    #[test]
    fn reports_dependency_on_higher_layer() {
        let found = violations_of(&[("wayfare-domain", "wayfare-service", None)]);
        assert_eq!(
            found,
            ["wayfare-domain depends on wayfare-service, which is above it"]
        );
    }

    #[test]
    fn reports_dependency_between_variants() {
        let found = violations_of(&[("wayfare-api-a", "wayfare-api-b", None)]);
        assert_eq!(
            found,
            [
                "wayfare-api-a depends on wayfare-api-b, which is beside it",
                "wayfare-api-a must not reach wayfare-api-b: wayfare-api-a -> wayfare-api-b",
            ]
        );
    }

    #[test]
    fn reports_forbidden_transitive_dependency() {
        let found = violations_of(&[
            ("wayfare-service", "some-crate", None),
            ("some-crate", "actix-rt", None),
        ]);
        assert_eq!(
            found,
            ["wayfare-service must not reach actix-rt: wayfare-service -> some-crate -> actix-rt"]
        );
    }
}
