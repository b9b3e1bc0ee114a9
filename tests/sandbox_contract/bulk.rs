use serde_json::json;

use crate::support::{NOW, ids, keys, small, start};

const PATH: &str = "parking/inquiries/bulk";

#[tokio::test]
async fn marks_of_many_inquiries_are_set_by_id() {
    let api = start(&small());
    let some = ids(&api.inquiries("unread=1").await)[..5].to_vec();
    let mut sent = some.clone();
    sent.extend([1, 2]);
    let got = api.post_json(PATH, json!({ "action": "mark_read", "ids": sent })).await.ok();
    assert_eq!(keys(&got), ["success", "action", "matched", "applied", "queued", "not_found"]);
    assert_eq!(
        got,
        json!({ "success": true, "action": "mark_read", "matched": 5, "applied": 5, "queued": false, "not_found": [1, 2] })
    );
    let again = api.post_json(PATH, json!({ "action": "mark_read", "ids": some })).await.ok();
    assert_eq!((&again["matched"], &again["applied"]), (&5.into(), &0.into()), "skipped where nothing changes");
    for (action, mark, on) in [
        ("star", "starred", true),
        ("unstar", "starred", false),
        ("archive", "archived", true),
        ("unarchive", "archived", false),
        ("remove", "removed", true),
        ("restore", "removed", false),
        ("mark_unread", "read", false),
    ] {
        api.post_json(PATH, json!({ "action": action, "ids": some })).await.ok();
        for id in &some {
            let row = api.get(&format!("parking/inquiry/{id}")).await.ok();
            assert_eq!(row["inquiry"]["marks"][mark], on, "{action}");
        }
    }
}

#[tokio::test]
async fn all_takes_the_filters_and_leaves_out_the_excluded() {
    let api = start(&small());
    let unread = ids(&api.inquiries("unread=1&spam_risk=low").await);
    let body = json!({ "action": "star", "all": true, "unread": true, "spam_risk": "low", "exclude": [unread[0]] });
    let got = api.post_json(PATH, body).await.ok();
    assert_eq!(got["matched"], unread.len() - 1);
    assert!(got.get("not_found").is_none());
    let row = api.get(&format!("parking/inquiry/{}", unread[1])).await.ok();
    assert_eq!(row["inquiry"]["marks"]["starred"], true);
}

#[tokio::test]
async fn a_large_selection_is_queued_and_done_later() {
    let api = start(&small());
    let got = api
        .post_json(PATH, json!({ "action": "mark_read", "all": true, "status": "all", "visibility": "all" }))
        .await
        .ok();
    assert_eq!((&got["matched"], &got["queued"]), (&260.into(), &true.into()));
    assert!(got["applied"].is_null());
    assert!(!api.inquiries("unread=1&status=all").await.is_empty(), "not done yet");
    api.running.clock().advance(3);
    let left = api.inquiries("unread=1&status=all").await;
    assert!(left.is_empty(), "done when its time has come: {}", left.len());
}

#[tokio::test]
async fn the_view_decides_which_actions_there_are() {
    let api = start(&small());
    let id = ids(&api.inquiries("").await)[0];
    for (action, view) in [
        ("restore", "active"),
        ("restore", "all"),
        ("archive", "archived"),
        ("archive", "removed"),
        ("unarchive", "active"),
        ("star", "removed"),
    ] {
        let body = json!({ "action": action, "all": true, "visibility": view });
        api.post_json(PATH, body).await.refused(400, "np_parking_api_error_bulk_action");
    }
    let unknown = api.post_json(PATH, json!({ "action": "paint", "ids": [id] })).await;
    unknown.refused(400, "np_parking_api_error_bulk_action");
    assert!(unknown.text.contains("mark_unread"), "the message lists the valid ones");
}

#[tokio::test]
async fn wrong_selections_are_refused() {
    let api = start(&small());
    let id = ids(&api.inquiries("").await)[0];
    for body in [
        json!({ "action": "star" }),
        json!({ "action": "star", "ids": [] }),
        json!({ "action": "star", "ids": [id], "all": true }),
    ] {
        api.post_json(PATH, body).await.refused(400, "np_parking_api_error_bulk_selection");
    }
    let many: Vec<i64> = (1..=10_001).collect();
    for body in [json!({ "action": "star", "ids": many }), json!({ "action": "star", "all": true, "exclude": many })] {
        api.post_json(PATH, body).await.refused(400, "np_parking_api_error_bulk_too_many");
    }
    let body = json!({ "action": "star", "all": true, "status": "odd" });
    api.post_json(PATH, body).await.refused(400, "np_parking_api_error_invalid_inquiry_filter");
    let body = json!({ "action": "star", "all": true, "domain": "nobody-holds-this.com" });
    api.post_json(PATH, body).await.refused(404, "np_parking_api_error_domain_not_found");
}

#[tokio::test]
async fn each_action_needs_its_own_ability_and_all_needs_the_list() {
    let mut options = small();
    options.tokens =
        vec!["stars=inquiries.star".parse().unwrap(), "hider=inquiries.hide,inquiries.list".parse().unwrap()];
    let api = start(&options).with_token(Some("stars"));
    let id = 500_000;
    api.post_json(PATH, json!({ "action": "star", "ids": [id] })).await.ok();
    api.post_json(PATH, json!({ "action": "star", "all": true })).await.refused(403, "do_not_have_permission");
    api.post_json(PATH, json!({ "action": "remove", "ids": [id] })).await.refused(403, "do_not_have_permission");
    let api = api.with_token(Some("hider"));
    let got = api.post_json(PATH, json!({ "action": "remove", "all": true, "status": "all" })).await.ok();
    assert_eq!(got["queued"], false, "removing acts at once, however many");
    let writes = api.writes().await;
    assert_eq!(writes.len(), 2);
    assert_eq!(
        (&writes[1]["token"], &writes[1]["path"], &writes[1]["time"]),
        (&"hider".into(), &PATH.into(), &NOW.into())
    );
    assert_eq!(writes[1]["body"]["action"], "remove");
}

#[tokio::test]
async fn all_takes_every_filter_of_the_list() {
    let api = start(&small());
    let domain = api.inquiries("").await[0]["domain"].as_str().unwrap().to_owned();
    for (filter, body) in [
        ("status=unconfirmed", json!({ "status": "unconfirmed" })),
        ("delivery=unsent&status=all", json!({ "delivery": "unsent", "status": "all" })),
        (
            "delivery=unsent&status=all&unsent_reasons=below_min_offer,other",
            json!({ "delivery": "unsent", "status": "all", "unsent_reasons": ["below_min_offer", "other"] }),
        ),
        (
            "delivery=unsent&status=all&flow_items=1",
            json!({ "delivery": "unsent", "status": "all", "flow_items": true }),
        ),
        ("visibility=archived&status=all", json!({ "visibility": "archived", "status": "all" })),
        ("starred=1&visibility=all", json!({ "starred": true, "visibility": "all" })),
        ("spam_risk=not_high&visibility=all", json!({ "spam_risk": "not_high", "visibility": "all" })),
        (&format!("domain={domain}&visibility=all"), json!({ "domain": domain, "visibility": "all" })),
    ] {
        let matched = api.inquiries(filter).await.len();
        let mut body = body;
        body["action"] = "mark_read".into();
        body["all"] = true.into();
        let got = api.post_json(PATH, body).await.ok();
        assert_eq!(got["matched"], matched, "{filter}");
    }
}
