//! Result of reading a message.

/// A message read from its raw form; everything in it is cleaned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    /// Headers of the message itself, in their order.
    pub headers: Vec<Header>,
    /// The text part, then the HTML part. Only one if the message has one, empty if it has files only.
    pub bodies: Vec<Body>,
    /// Parts that are not shown as text, and texts with a file's name, in their order; never opened or unpacked.
    pub attachments: Vec<Attachment>,
    /// Sentences about what is odd in the message as a whole: its headers, its files.
    pub notices: Vec<String>,
}

/// One header field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Name as written, `Subject`; empty for a line among the headers that has none.
    pub name: String,
    /// Unfolded, with its encoded words decoded (RFC 2047).
    pub value: String,
}

/// The part a body was made from.
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
    /// The lines as written; those of HTML are wrapped at 78 columns, those of text not at all.
    pub lines: Vec<Line>,
    /// Targets of `[1]`, `[2]`, … in the lines: the number is the place here plus one.
    pub links: Vec<Link>,
    /// Sentences about what is odd in this reading: damage, wrong character sets, links that lead elsewhere than they
    /// say, by the numbers of this reading.
    pub notices: Vec<String>,
}

/// One line of a body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Text without the marks of quoting, which `quote` counts.
    pub text: String,
    /// Depth of quoting: `>` before it, or block quotes around it. 0 is the sender's own text.
    pub quote: u8,
    /// True for text that a mail program would not show.
    pub hidden: bool,
    /// True for the name of a file whose text follows: not a line of the message.
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
    /// Name as sent, or made of its place and type; not yet fit for a folder (`base::file_name`).
    pub name: String,
    /// The content type, `application/pdf`, in small letters.
    pub kind: String,
    /// Size in bytes, decoded.
    pub size: u64,
    /// True for a part that belongs into the text, such as a picture of an HTML part, and for one that is shown as
    /// text.
    pub inline: bool,
    /// Words for broken encoding: the saved file may differ from the one that was meant.
    pub problem: Option<&'static str>,
}
