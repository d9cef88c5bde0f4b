//! What was said of how a trace is written, which its content then does not have to tell.

use super::options::ImportOptions;
use crate::trace::Format;
#[cfg(feature = "layers")]
use crate::trace::columns::Columns;
use crate::trace::dialect::Dialect;

/// A format, or columns; neither if the content is to tell.
#[derive(Debug)]
pub(super) struct Given {
    format: Option<Format>,
    #[cfg(feature = "layers")]
    columns: Option<Columns>,
    /// Whether a line was taken for a header: stated columns have one at most.
    #[cfg(feature = "layers")]
    has_header: bool,
}

impl Given {
    /// What `options` say.
    pub(super) fn of(options: &ImportOptions) -> Self {
        Self {
            format: options.format,
            #[cfg(feature = "layers")]
            columns: options.columns.clone(),
            #[cfg(feature = "layers")]
            has_header: false,
        }
    }

    /// The format, by its name or by its columns.
    pub(super) fn format(&self) -> Option<Format> {
        #[cfg(feature = "layers")]
        if self.columns.is_some() {
            return Some(Format::Csv);
        }
        self.format
    }

    /// The columns, as text; none where nobody stated them.
    pub(super) fn columns_text(&self) -> Option<String> {
        #[cfg(feature = "layers")]
        return self.columns.as_ref().map(|columns| columns.text().to_owned());
        #[cfg(not(feature = "layers"))]
        None
    }

    /// What the lines of a file of `format` should be, in words.
    pub(super) fn what(&self, format: Format) -> String {
        #[cfg(feature = "layers")]
        if let Some(columns) = &self.columns {
            return format!("requests with the columns {}", columns.text());
        }
        format!("{} ({})", format.info().title, format.info().columns)
    }

    /// How `lines`, the first of a file of `format`, are to be read.
    pub(super) fn dialect(&self, format: Format, lines: &[&[u8]]) -> Dialect {
        #[cfg(feature = "layers")]
        if let Some(columns) = &self.columns {
            return columns.dialect(lines);
        }
        (format.entry().dialect)(lines)
    }

    /// Whether a first line that is no request names the columns.
    pub(super) fn is_header(
        &mut self,
        format: Format,
        text: &[u8],
        #[cfg_attr(not(feature = "layers"), allow(unused_variables))] dialect: &Dialect,
    ) -> bool {
        #[cfg(feature = "layers")]
        if let Some(columns) = &self.columns {
            let is_first = !std::mem::replace(&mut self.has_header, true);
            return is_first && columns.is_header(text, dialect.separator);
        }
        (format.entry().header)(text)
    }
}
