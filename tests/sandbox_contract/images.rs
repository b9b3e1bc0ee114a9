//! Contract of images: added by file and by link, used by settings, removed.

use serde_json::{Value, json};

use crate::support::{Api, NOW, keys, small, start};

const PNG: &[u8] = include_bytes!("../data/pictures/dot.png");

async fn images(api: &Api) -> Vec<Value> {
    api.get("parking/images?per_page=200").await.ok()["images"].as_array().expect("a list").clone()
}

#[tokio::test]
async fn images_are_added_by_file_or_link_once_and_listed_first() {
    let api = start(&small());
    let before = images(&api).await.len();
    let file = api.upload("parking/images", Some(PNG), &[]).await.unwrap().ok()["image"].clone();
    assert_eq!(keys(&file), ["image_id", "type", "url", "date_added"]);
    assert_eq!((&file["type"], &file["date_added"]), (&"hosted".into(), &NOW.into()));
    assert!(file["url"].as_str().unwrap().ends_with("/image.png"));
    let link = json!({ "url": "https://pictures.example/sea.jpg" });
    let link = api.post_json("parking/images", link).await.ok()["image"].clone();
    assert_eq!((&link["type"], &link["url"]), (&"external".into(), &"https://pictures.example/sea.jpg".into()));
    let rows = images(&api).await;
    assert_eq!((rows.len(), &rows[0], &rows[1]), (before + 2, &link, &file));

    assert_eq!(api.upload("parking/images", Some(PNG), &[]).await.unwrap().ok()["image"], file);
    let again = json!({ "url": "https://pictures.example/sea.jpg" });
    assert_eq!(api.post_json("parking/images", again).await.ok()["image"], link);
    assert_eq!(images(&api).await.len(), before + 2);
}

#[tokio::test]
async fn an_image_is_accepted_by_its_bytes_and_not_by_its_claimed_type() {
    let api = start(&small());
    let taken: [(&[u8], &str); 5] = [
        (PNG, "png"),
        (include_bytes!("../data/pictures/dot.jpg"), "jpg"),
        (include_bytes!("../data/pictures/dot.gif"), "gif"),
        (include_bytes!("../data/pictures/dot.webp"), "webp"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'></svg>", "svg"),
    ];
    for (bytes, ending) in taken {
        let image = api.upload("parking/images", Some(bytes), &[]).await.unwrap().ok()["image"].clone();
        assert!(image["url"].as_str().unwrap().ends_with(ending), "{image}");
    }
    let huge = [PNG, &vec![0; 10 * 1024 * 1024]].concat();
    let refused: [&[u8]; 5] =
        [b"", b"<html><body>not a picture</body></html>", &PNG[..20], b"<svg><script>alert(1)</script></svg>", &huge];
    for bytes in refused {
        let got = api.upload("parking/images", Some(bytes), &[]).await.unwrap();
        got.refused(400, "np_parking_api_error_image_invalid");
    }
    for url in [
        "ftp://pictures.example/a.png",
        "pictures.example/a.png",
        "https://you@pictures.example/a.png",
        "https://x.invalid/a.png",
    ] {
        let got = api.post_json("parking/images", json!({ "url": url })).await;
        got.refused(400, "np_parking_api_error_image_url_invalid");
    }
    api.post_json("parking/images", json!({})).await.refused(400, "np_parking_api_error_image_input");
    let both = api.upload("parking/images", Some(PNG), &[("url", "https://pictures.example/a.png")]).await.unwrap();
    both.refused(400, "np_parking_api_error_image_input");
}

/// A file with the right ending and the right first bytes need not be an image.
#[cfg(feature = "images")]
#[tokio::test]
async fn an_image_that_cannot_be_decoded_is_refused() {
    let api = start(&small());
    let damaged = |name: &[u8], from: usize| [&name[..from], &[7; 4], &name[from + 4..]].concat();
    let jpg: &[u8] = include_bytes!("../data/pictures/dot.jpg");
    let refused: [&[u8]; 3] = [include_bytes!("../data/pictures/bomb.png"), &damaged(PNG, 42), &damaged(jpg, 100)];
    for bytes in refused {
        let got = api.upload("parking/images", Some(bytes), &[]).await.unwrap();
        got.refused(400, "np_parking_api_error_image_invalid");
    }
}

#[tokio::test]
async fn an_image_is_removed_when_no_setting_uses_it() {
    let api = start(&small());
    let image = api.upload("parking/images", Some(PNG), &[]).await.unwrap().ok()["image"]["image_id"].clone();
    let path = format!("parking/image/{image}");
    let remove = async || api.send("DELETE", &path, None).await.unwrap();
    let cover = |value: Value| json!({ "settings": { "cover_images": value } });
    let name = api.get("parking/domains?state=verified&per_page=1").await.ok()["domains"][0]["punycode"].clone();
    let domain = format!("parking/domain-settings?name={}", name.as_str().unwrap());
    for place in ["parking/settings", &domain] {
        api.post_json(place, cover(json!({ "images": [{ "id": image }] }))).await.ok();
        let got = remove().await;
        got.refused(409, "np_parking_api_error_image_in_use");
        assert!(got.text.contains("1 setting uses it"), "{}", got.text);
        api.post_json(place, cover(Value::Null)).await.ok();
    }
    assert_eq!(remove().await.ok(), json!({ "success": true }));
    remove().await.refused(404, "np_parking_api_error_image_not_found");
    // The portfolio's logo cannot be removed.
    let logo = api.send("DELETE", "parking/image/611", None).await.unwrap();
    logo.refused(409, "np_parking_api_error_image_in_use");
}

#[tokio::test]
async fn an_account_holds_sixty_images_at_most() {
    let api = start(&small());
    let room = 60 - images(&api).await.len();
    for number in 0..room {
        api.post_json("parking/images", json!({ "url": format!("https://pictures.example/{number}.png") })).await.ok();
    }
    let got = api.post_json("parking/images", json!({ "url": "https://pictures.example/more.png" })).await;
    got.refused(400, "np_parking_api_error_too_many_images");
}
