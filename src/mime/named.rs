//! Comparison of a file's name with its content type: programs open a file by its name, but readers trust the type.

/// Files of one kind: the endings of their names, and their content types; a type that ends with `/` or `.` is a
/// prefix.
struct Family {
    endings: &'static [&'static str],
    types: &'static [&'static str],
}

const FAMILIES: &[Family] = &[
    Family { endings: &["pdf"], types: &["application/pdf", "application/x-pdf"] },
    Family { endings: &["jpg", "jpeg", "jpe"], types: &["image/jpeg", "image/jpg", "image/pjpeg"] },
    Family { endings: &["png"], types: &["image/png", "image/x-png", "image/apng"] },
    Family { endings: &["gif"], types: &["image/gif"] },
    Family { endings: &["webp"], types: &["image/webp"] },
    Family { endings: &["svg"], types: &["image/svg+xml", "text/xml", "application/xml"] },
    Family {
        endings: &["htm", "html", "xhtml", "shtml"],
        types: &["text/html", "application/xhtml+xml", "text/plain"],
    },
    Family {
        endings: &["txt", "text", "log", "md", "csv", "tsv", "asc", "json", "xml", "ics", "vcf", "eml"],
        types: &["text/", "message/", "application/json", "application/xml", "application/ics", "application/csv"],
    },
    Family {
        endings: &["doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods", "odp", "rtf"],
        types: &["application/msword", "application/vnd.", "application/rtf", "text/rtf", "application/zip"],
    },
    Family { endings: &["zip"], types: &["application/zip", "application/x-zip", "application/x-zip-compressed"] },
    Family { endings: &["mp3", "wav", "ogg", "m4a", "flac"], types: &["audio/"] },
    Family { endings: &["mp4", "mov", "avi", "mkv", "webm"], types: &["video/"] },
    Family {
        endings: &[
            "exe", "com", "scr", "dll", "msi", "jar", "apk", "lnk", "hta", "iso", "dmg", "deb", "rpm", "desktop",
        ],
        types: &["application/x-msdownload", "application/x-dosexec", "application/java-archive", "application/x-msi"],
    },
    Family {
        endings: &["bat", "cmd", "js", "jse", "vbs", "vbe", "wsf", "ps1", "sh", "py"],
        types: &["application/javascript", "text/javascript", "application/x-sh", "text/x-", "text/plain"],
    },
];

/// Number of families at the end of the table whose files are programs.
const PROGRAMS: usize = 2;

fn ending(name: &str) -> Option<String> {
    let (_, ending) = name.trim_end_matches(['.', ' ']).rsplit_once('.')?;
    Some(ending.to_ascii_lowercase())
}

fn family(name: &str) -> Option<usize> {
    let ending = ending(name)?;
    FAMILIES.iter().position(|family| family.endings.contains(&ending.as_str()))
}

/// True when the ending of a name stands for another kind of file than the content type.
pub fn differ(name: &str, kind: &str) -> bool {
    let has = |family: &Family| {
        let is =
            |known: &&str| if known.ends_with(['/', '.', '-']) { kind.starts_with(*known) } else { kind == *known };
        family.types.iter().any(is)
    };
    // An unspecific type, such as that of arbitrary bytes, contradicts no name.
    family(name).is_some_and(|own| !has(&FAMILIES[own]) && FAMILIES.iter().any(has))
}

/// Danger of opening a file of this name, as the predicate of a sentence; `None` if opening only shows the file.
pub fn danger(name: &str) -> Option<&'static str> {
    const PAGES: [&str; 7] = ["htm", "html", "xhtml", "shtml", "mht", "mhtml", "svg"];
    let is_page = || PAGES.contains(&ending(name)?.as_str()).then_some("is a page whose scripts run when it is opened");
    if is_program(name) { Some("is a program, which runs when it is opened") } else { is_page() }
}

/// True for a file that runs as a program when it is opened.
pub fn is_program(name: &str) -> bool {
    family(name).is_some_and(|own| own + PROGRAMS >= FAMILIES.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_promises_another_type_differs() {
        for (name, kind) in [
            ("invoice-83142.pdf", "image/jpeg"),
            ("a.exe", "application/pdf"),
            ("Photo.JPG", "application/zip"),
            ("list.txt", "application/pdf"),
            ("setup.exe. ", "text/plain"),
        ] {
            assert!(differ(name, kind), "{name} {kind}");
        }
        for (name, kind) in [
            ("a.pdf", "application/pdf"),
            ("a.pdf", "application/octet-stream"),
            ("a.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
            ("a.csv", "text/comma-separated-values"),
            ("page.html", "text/plain"),
            ("run.sh", "text/x-shellscript"),
            ("README", "text/plain"),
            ("data.unknown", "image/png"),
        ] {
            assert!(!differ(name, kind), "{name} {kind}");
        }
    }

    #[test]
    fn a_file_that_runs_is_called_a_program() {
        assert!(danger("x.pdf.EXE").is_some_and(|words| words.contains("program")));
        assert!(danger("Invoice.HTML").is_some_and(|words| words.contains("page")) && danger("a.pdf").is_none());
        assert!(is_program("x.pdf.EXE") && is_program("a.vbs") && !is_program("a.pdf") && !is_program("exe"));
    }
}
