//! Names and metadata of the packages.

use std::path::Path;

use crate::metadata::{package, packages};
use crate::tree::{self, CRATES};

#[test]
fn a_package_is_called_like_its_folder() {
    for package in packages() {
        let manifest = Path::new(package["manifest_path"].as_str().unwrap());
        let folder = manifest.parent().unwrap().file_name().unwrap();
        assert_eq!(package["name"].as_str().unwrap(), folder);
    }
}

/// Packages may be renamed for publishing; the paths in everybody's code stay.
#[test]
fn the_name_of_each_library_is_written_out() {
    for package in packages() {
        let name = package["name"].as_str().unwrap();
        let text = tree::read(&format!("{name}/Cargo.toml"));
        let stated = format!("[lib]\nname = \"{}\"", name.replace('-', "_"));
        assert!(text.contains(&stated), "{name}/Cargo.toml lacks {stated:?}");
    }
}

#[test]
fn what_is_published_says_what_it_is() {
    for name in CRATES {
        let package = package(name);
        assert!(package["publish"].is_null(), "{name} is published");
        for key in ["description", "license", "repository", "rust_version"] {
            let value = package[key].as_str().unwrap_or_default();
            assert!(!value.is_empty(), "{name} has no {key}");
        }
        for key in ["keywords", "categories"] {
            let values = package[key].as_array().unwrap();
            assert!(
                (1..=5).contains(&values.len()),
                "{name}: {key} are {values:?}"
            );
        }
    }
}

#[test]
fn what_is_not_published_says_so() {
    for name in ["examples", "tests"] {
        assert_eq!(package(name)["publish"], serde_json::json!([]), "{name}");
    }
}

#[test]
fn every_package_keeps_the_common_rules() {
    for package in packages() {
        let name = package["name"].as_str().unwrap();
        let text = tree::read(&format!("{name}/Cargo.toml"));
        assert!(
            text.contains("[lints]\nworkspace = true"),
            "{name} has its own lints"
        );
        for key in ["version", "edition", "rust-version", "license"] {
            assert!(
                text.contains(&format!("{key}.workspace = true")),
                "{name} has its own {key}"
            );
        }
    }
}
