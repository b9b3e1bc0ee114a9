//! Types that belong to the whole account: images, ignored senders, nameservers, profile, portfolio site.

use serde_json::Value;

use super::named::Named;
use crate::api::tolerant::Seen;
use crate::base::{Currency, Id, Timestamp, Untrusted};

record! {
    /// A cover image.
    pub struct Image ("image", "images") [image_id: Id<Image>] {
        kind: ImageKind as "type",
        url: Untrusted,
        date_added: Timestamp,
    }
}

record! {
    /// An address whose inquiries are ignored.
    pub struct Sender ("sender", "senders") [id: Id<Sender>] {
        kind: SenderKind as "type",
        value: Untrusted,
        date: Timestamp,
    }
}

record! {
    /// The records by which a domain is verified.
    #[derive(Default)]
    pub struct Nameservers {
        /// Host names of the nameservers, in order.
        ns: Vec<Untrusted>,
        /// Value for a verification CNAME record.
        cname: Untrusted,
        /// Value for a verification TXT record.
        txt: Untrusted,
    }
}

record! {
    /// The seller's profile.
    #[derive(Default)]
    pub struct Profile {
        display_name: Untrusted,
        website: Untrusted,
        website_use_portfolio: bool,
        atom_network_id: Untrusted,
        wise_business_id: Untrusted,
        user_card_html: Untrusted,
        social_email: Untrusted,
        social_phone_number: Untrusted,
        social_whatsapp: Untrusted,
        social_telegram: Untrusted,
        social_signal: Untrusted,
        social_sms: Untrusted,
        social_x: Untrusted,
        social_linkedin: Untrusted,
        contact_icons_position: Untrusted,
        avatar_visibility: Untrusted,
        default_currency: Currency,
    }
}

record! {
    /// Answer about the profile; both kinds of email addresses in it are read-only.
    #[derive(Default)]
    pub struct ProfileAnswer {
        profile: Profile,
        /// Confirmed address that inquiries are mailed to, or null.
        parking_email: Untrusted,
        /// Confirmed addresses by account type.
        payment_emails: Named<Value>,
    }
}

record! {
    /// Portfolio site. Its fields for look and content are not documented; they are in the row's raw text.
    pub struct Portfolio ("portfolio", "") {
        enabled: bool,
        url: Untrusted,
        slug_url: Untrusted,
        public_name: Untrusted,
        host_domain: Untrusted,
    }
}

words! {
    /// Origin of an image.
    pub enum ImageKind {
        /// Uploaded, and served by the service.
        Hosted = "hosted",
        /// Added by link, and loaded from its origin.
        External = "external",
    }

    /// Kind of address of an ignored sender.
    pub enum SenderKind {
        Email = "email",
        Ip = "ip",
    }
}
