//! The elements that a report is made of.

use crate::base::text::tied;

/// Text as HTML, in which no line ends between a number and its sign or unit.
pub(super) fn escaped(text: &str) -> String {
    const TIED: [(&str, &str); 4] =
        [(" %", "\u{a0}%"), (" MiB", "\u{a0}MiB"), (" ms", "\u{a0}ms"), ("\u{d7} ", "\u{d7}\u{a0}")];
    let text = TIED.iter().fold(tied(text), |text, (apart, tied)| text.replace(apart, tied));
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A file by itself: it can load nothing.
pub(super) fn document(title: &str, style: &str, body: &str) -> String {
    let (title, version) = (escaped(title), env!("CARGO_PKG_VERSION"));
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"generator\" content=\"Flashlab {version}\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

/// `body` is HTML.
pub(super) fn section(heading: &str, body: &str) -> String {
    format!("<section>\n<h2>{}</h2>\n{body}\n</section>\n", escaped(heading))
}

/// Cells are HTML.
pub(super) fn table(columns: &[&str], rows: &[Vec<String>]) -> String {
    let head: String = columns.iter().map(|column| format!("<th scope=\"col\">{}</th>", escaped(column))).collect();
    let row = |cells: &Vec<String>| {
        let cells: String = cells.iter().map(|cell| format!("<td>{cell}</td>")).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let body: String = rows.iter().map(row).collect();
    format!("<div class=\"wide\"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n</table></div>\n")
}

/// Items are text; a single one is no list.
pub(super) fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => escaped(one),
        all => {
            let items: String = all.iter().map(|item| format!("<li>{}</li>", escaped(item))).collect();
            format!("<ul>{items}</ul>")
        }
    }
}
