//! Result of reading a message.

/// Message read from its raw form; all texts in it are cleaned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    /// Headers of the message itself, in their order.
    pub headers: Vec<Header>,
    /// Text reading, then HTML reading; only one of them if the message has only one, none if it has only files.
    pub bodies: Vec<Body>,
    /// Parts that are not shown as text, and texts with a file's name, in the order of the message. They are never
    /// opened or unpacked.
    pub attachments: Vec<Attachment>,
    /// Sentences about oddities of the whole message: its headers and its files.
    pub notices: Vec<String>,
}

/// One header field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Name as written, `Subject`; empty for a line among the headers that has none.
    pub name: String,
    /// Value, unfolded and with its encoded words decoded (RFC 2047).
    pub value: String,
}

/// Kind of part that a body was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Text,
    Html,
    /// Undecoded text, as it was sent.
    Raw,
}

/// One reading of the message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    pub kind: Kind,
    /// Lines as written. HTML is wrapped at 78 columns, text is not wrapped.
    pub lines: Vec<Line>,
    /// Targets of `[1]`, `[2]`, … in the lines: `[n]` is the link with the index n − 1.
    pub links: Vec<Link>,
    /// Sentences about oddities of this reading: damage, wrong character sets, misleading links by their numbers.
    pub notices: Vec<String>,
}

/// One line of a body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Text without the marks of quoting, which `quote` counts.
    pub text: String,
    /// Depth of quoting, from `>` signs or block quotes; 0 is the sender's own text.
    pub quote: u8,
    /// True for text that a mail program would not show.
    pub hidden: bool,
    /// True for the name of a file above its text, which is not a line of the message.
    pub file_name: bool,
}

/// Target of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The link's text; in plain text the address itself.
    pub text: String,
    /// The address, ASCII for http and https.
    pub url: String,
    /// The real host in punycode; empty for schemes that are not http or https, which are never opened.
    pub host: String,
}

/// A part that is a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// Name as sent, or made from the part's position and type; not yet safe for a folder (`base::file_name`).
    pub name: String,
    /// Content type in lower case: `application/pdf`.
    pub kind: String,
    /// Size in bytes, decoded.
    pub size: u64,
    /// True for a part that belongs in the text, such as a picture of an HTML part, or that is shown as text.
    pub inline: bool,
    /// Words about a broken encoding, because of which the saved file may differ from the sent one.
    pub problem: Option<&'static str>,
}
