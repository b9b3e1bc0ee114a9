//! The calls built so far, until the whole catalogue stands in `api/`.

use crate::api::{Ability, Answer, Endpoint, Method, Needs, PageRule, Resend, Service};

const fn one(name: &'static str, method: Method, path: &'static str, ability: &'static str) -> Endpoint {
    let resend = if matches!(method, Method::Get) { Resend::Read } else { Resend::ByUser };
    Endpoint {
        name,
        summary: "",
        service: Service::Parking,
        method,
        path,
        params: &[],
        needs: Needs::One(Ability(ability)),
        resend,
        touches: &[],
        page: PageRule::None,
        answer: Answer::Json,
    }
}

static LIST: [Endpoint; 22] = [
    one("domains.get", Method::Get, "parking/domain", "domains.view"),
    one("domains.list", Method::Get, "parking/domains", "domains.list"),
    one("inquiries.list", Method::Get, "parking/inquiries", "inquiries.list"),
    one("inquiries.get", Method::Get, "parking/inquiry/{id}", "inquiries.view"),
    one("inquiries.history", Method::Get, "parking/inquiry/{id}/history", "inquiries.history"),
    one("inquiries.read", Method::Post, "parking/inquiry/{id}/read", "inquiries.read"),
    one("inquiries.unread", Method::Post, "parking/inquiry/{id}/unread", "inquiries.unread"),
    one("inquiries.star", Method::Post, "parking/inquiry/{id}/star", "inquiries.star"),
    one("inquiries.unstar", Method::Post, "parking/inquiry/{id}/unstar", "inquiries.unstar"),
    one("inquiries.archive", Method::Post, "parking/inquiry/{id}/archive", "inquiries.archive"),
    one("inquiries.unarchive", Method::Post, "parking/inquiry/{id}/unarchive", "inquiries.unarchive"),
    one("inquiries.hide", Method::Post, "parking/inquiry/{id}/hide", "inquiries.hide"),
    one("inquiries.restore", Method::Post, "parking/inquiry/{id}/restore", "inquiries.restore"),
    one("inquiries.request_email", Method::Post, "parking/inquiry/{id}/request-email", "inquiries.email"),
    one("inquiries.unreachable", Method::Post, "parking/inquiry/{id}/unreachable", "inquiries.unreachable"),
    one("settings.schema", Method::Get, "parking/settings-schema", "account.settings.schema"),
    one("profile.get", Method::Get, "parking/profile", "account.profile.view"),
    one("senders.list", Method::Get, "parking/ignored-senders", "account.senders.list"),
    one("senders.add", Method::Post, "parking/ignored-senders", "account.senders.add"),
    one("senders.remove", Method::Delete, "parking/ignored-sender/{id}", "account.senders.remove"),
    one("emails.list", Method::Get, "parking/emails", "emails.list"),
    Endpoint {
        needs: Needs::PerAction {
            actions: &[
                ("mark_read", Ability("inquiries.read")),
                ("mark_unread", Ability("inquiries.unread")),
                ("star", Ability("inquiries.star")),
                ("unstar", Ability("inquiries.unstar")),
                ("archive", Ability("inquiries.archive")),
                ("unarchive", Ability("inquiries.unarchive")),
                ("request_email", Ability("inquiries.email")),
                ("unreachable", Ability("inquiries.unreachable")),
                ("remove", Ability("inquiries.hide")),
                ("restore", Ability("inquiries.restore")),
            ],
            with_all: Ability("inquiries.list"),
        },
        ..one("inquiries.bulk", Method::Post, "parking/inquiries/bulk", "")
    },
];

pub static CATALOGUE: [&Endpoint; 22] = {
    let mut all = [&LIST[0]; 22];
    let mut i = 0;
    while i < 22 {
        all[i] = &LIST[i];
        i += 1;
    }
    all
};
