//! What a linker asks about the libraries of macOS, where there is no SDK of Apple's: text that says where each lies
//! there, and the names that the program takes from it. Zig has the system library itself, but no frameworks.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::suite;

/// A library, by its place in an SDK and on the machine, and what the program needs of it. Some are named by crates
/// whose functions are never called.
struct Library {
    file: &'static str,
    installed: &'static str,
    names: &'static [&'static str],
}

const LIBRARIES: [Library; 5] = [
    Library {
        file: "usr/lib/libobjc.tbd",
        installed: "/usr/lib/libobjc.A.dylib",
        names: &[],
    },
    Library {
        file: "System/Library/Frameworks/CoreFoundation.framework/CoreFoundation.tbd",
        installed: "/System/Library/Frameworks/CoreFoundation.framework/Versions/A/CoreFoundation",
        names: &[
            "_CFArrayCreate",
            "_CFArrayGetCount",
            "_CFArrayGetValueAtIndex",
            "_CFDataGetBytePtr",
            "_CFDataGetLength",
            "_CFDictionaryGetValueIfPresent",
            "_CFEqual",
            "_CFNumberGetValue",
            "_CFRelease",
            "_CFRetain",
            "_CFStringCreateWithBytesNoCopy",
            "_CFStringGetBytes",
            "_CFStringGetCStringPtr",
            "_CFStringGetLength",
            "_kCFAllocatorDefault",
            "_kCFAllocatorNull",
            "_kCFTypeArrayCallBacks",
        ],
    },
    Library {
        file: "System/Library/Frameworks/Foundation.framework/Foundation.tbd",
        installed: "/System/Library/Frameworks/Foundation.framework/Versions/C/Foundation",
        names: &[],
    },
    Library {
        file: "System/Library/Frameworks/Security.framework/Security.tbd",
        installed: "/System/Library/Frameworks/Security.framework/Versions/A/Security",
        names: &[
            "_SecCertificateCopyData",
            "_SecCopyErrorMessageString",
            "_SecTrustSettingsCopyCertificates",
            "_SecTrustSettingsCopyTrustSettings",
        ],
    },
    Library {
        file: "System/Library/Frameworks/SystemConfiguration.framework/SystemConfiguration.tbd",
        installed: "/System/Library/Frameworks/SystemConfiguration.framework/Versions/A/SystemConfiguration",
        names: &[],
    },
];

/// Writes what stands for an SDK, and says where; the tools look for one there by the variable `SDKROOT`.
pub(super) fn sdk() -> Result<PathBuf> {
    let folder = suite::target()?.join("platforms/macos-sdk");
    for library in &LIBRARIES {
        let file = folder.join(library.file);
        fs::create_dir_all(file.parent().context("a folder")?)?;
        fs::write(&file, library.stub()).with_context(|| file.display().to_string())?;
    }
    Ok(folder)
}

impl Library {
    /// In the form of Apple's own stubs.
    fn stub(&self) -> String {
        let exports = match self.names {
            [] => String::new(),
            names => format!(
                "exports:\n  - targets: [ arm64-macos ]\n    symbols: [ {} ]\n",
                names.join(", ")
            ),
        };
        format!(
            "--- !tapi-tbd\ntbd-version: 4\ntargets: [ arm64-macos ]\ninstall-name: '{}'\n{exports}...\n",
            self.installed
        )
    }
}
