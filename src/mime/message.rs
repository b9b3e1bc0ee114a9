//! What reading a message gives.

/// A message read from its raw form; everything in it is cleaned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    /// All headers of the message itself, in the order they stand.
    pub headers: Vec<Header>,
    /// The text part, then the HTML part. Only one if the message has one, empty if it has files only.
    pub bodies: Vec<Body>,
    /// Everything that is not shown as text, and texts with a file's name, in the order they stand; never opened or
    /// unpacked.
    pub attachments: Vec<Attachment>,
    /// Sentences about what is odd in the message as a whole: its headers, its files.
    pub notices: Vec<String>,
}

/// One header field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// As it is written, `Subject`; empty for a line among the headers that has no name.
    pub name: String,
    /// Unfolded, with its encoded words decoded (RFC 2047).
    pub value: String,
}

/// What a body was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Text,
    Html,
    /// Undecoded, as it was sent.
    Raw,
}

/// One reading of the message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    pub kind: Kind,
    /// The lines as written; those of HTML are wrapped at 78 columns, those of text at nothing.
    pub lines: Vec<Line>,
    /// What `[1]`, `[2]`, … in the lines stand for: the number is the place here plus one.
    pub links: Vec<Link>,
    /// Sentences about what is odd in this reading: damage, wrong character sets, links that lead elsewhere than they
    /// say, by the numbers of this reading.
    pub notices: Vec<String>,
}

/// One line of a body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Without the marks of quoting: those are `quote`.
    pub text: String,
    /// How often it is quoted: `>` before it, or block quotes around it. 0 is the sender's own text.
    pub quote: u8,
    /// True for text that a mail program would not show.
    pub hidden: bool,
    /// True for the name of a file whose text follows: not a line of the message.
    pub file_name: bool,
}

/// Where a text leads.
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
    /// As sent, or made up from its place and type; not yet fit for a folder (`base::file_name`).
    pub name: String,
    /// The content type, `application/pdf`, in small letters.
    pub kind: String,
    /// Bytes, decoded.
    pub size: u64,
    /// True for what belongs into the text, such as pictures of an HTML part, and for what is shown as text.
    pub inline: bool,
    /// How its encoding is broken, in a word or two: what is saved may not be what was meant to be sent.
    pub problem: Option<&'static str>,
}
