//! A sandbox for each test, and a plain HTTP client.

use parkade::sandbox::{Options, Running, Sandbox};
use serde_json::{Value, json};

/// Time at which the tests begin, in Unix seconds.
pub const NOW: i64 = 1_795_000_000;

/// Running sandbox, and a client for it.
pub struct Api {
    pub running: Running,
    client: reqwest::Client,
    token: Option<String>,
}

/// Answer of the sandbox.
#[derive(Debug)]
pub struct Got {
    pub status: u16,
    pub retry_after: Option<String>,
    pub text: String,
    pub json: Value,
}

/// Downloaded file.
#[derive(Debug)]
pub struct GotFile {
    pub status: u16,
    pub content_type: String,
    pub bytes: Vec<u8>,
}

/// Options of a small sandbox whose clock stands still.
pub fn small() -> Options {
    Options { domains: 120, inquiries: 260, now: Some(NOW), ..Options::default() }
}

pub fn start(options: &Options) -> Api {
    rustls::crypto::ring::default_provider().install_default().ok();
    let client = reqwest::Client::builder()
        .no_proxy()
        .redirect(reqwest::redirect::Policy::none())
        .tls_certs_only(std::iter::empty())
        .pool_max_idle_per_host(0)
        .build()
        .expect("a client without certificates");
    let running = Sandbox::spawn(options).expect("a sandbox on a free port");
    Api { running, client, token: Some("full".into()) }
}

impl Api {
    pub fn with_token(mut self, token: Option<&str>) -> Self {
        self.token = token.map(str::to_owned);
        self
    }

    fn request(&self, method: &str, path: &str) -> reqwest::RequestBuilder {
        let method: reqwest::Method = method.parse().expect("a method");
        let place = if path.starts_with("/_sandbox/") { path.to_owned() } else { format!("/api/v1/{path}") };
        let request = self.client.request(method, format!("{}{place}", self.running.base_url()));
        match &self.token {
            Some(key) if path.starts_with("ads/") => request.header("XF-Api-Key", key),
            Some(token) => request.header("Authorization", format!("Bearer {token}")),
            None => request,
        }
    }

    pub async fn send(&self, method: &str, path: &str, body: Option<Value>) -> reqwest::Result<Got> {
        let request = self.request(method, path);
        Self::finish(if let Some(body) = body { request.json(&body) } else { request }).await
    }

    /// Sends a form: text fields, and a file if given.
    pub async fn upload(&self, path: &str, file: Option<&[u8]>, fields: &[(&str, &str)]) -> reqwest::Result<Got> {
        let mut form = reqwest::multipart::Form::new();
        for (name, value) in fields {
            form = form.text((*name).to_owned(), (*value).to_owned());
        }
        if let Some(bytes) = file {
            form = form.part("file", reqwest::multipart::Part::bytes(bytes.to_vec()).file_name("names.csv"));
        }
        Self::finish(self.request("POST", path).multipart(form)).await
    }

    /// Downloads a file.
    pub async fn download(&self, path: &str) -> GotFile {
        let response = self.request("GET", path).send().await.expect("an answer");
        let status = response.status().as_u16();
        let content_type = response.headers()["content-type"].to_str().expect("text").to_owned();
        GotFile { status, content_type, bytes: response.bytes().await.expect("a body").to_vec() }
    }

    async fn finish(request: reqwest::RequestBuilder) -> reqwest::Result<Got> {
        let response = request.send().await?;
        let status = response.status().as_u16();
        let retry_after = response.headers().get("Retry-After").map(|value| value.to_str().expect("text").to_owned());
        let text = response.text().await?;
        let json = serde_json::from_str(&text).unwrap_or(Value::Null);
        Ok(Got { status, retry_after, text, json })
    }

    pub async fn get(&self, path: &str) -> Got {
        self.send("GET", path, None).await.expect("an answer")
    }

    pub async fn post(&self, path: &str) -> Got {
        self.send("POST", path, None).await.expect("an answer")
    }

    pub async fn post_json(&self, path: &str, body: Value) -> Got {
        self.send("POST", path, Some(body)).await.expect("an answer")
    }

    /// All inquiries of a filter, read page by page.
    pub async fn inquiries(&self, filter: &str) -> Vec<Value> {
        let mut all = Vec::new();
        for page in 1.. {
            let got = self.get(&format!("parking/inquiries?per_page=100&page={page}&{filter}")).await;
            assert_eq!(got.status, 200, "{}", got.text);
            all.extend(got.json["inquiries"].as_array().expect("rows").iter().cloned());
            if page >= got.json["pagination"]["last_page"].as_i64().expect("a number") {
                break;
            }
        }
        all
    }

    /// Writes that the sandbox has carried out.
    pub async fn writes(&self) -> Vec<Value> {
        self.get("/_sandbox/log").await.json["writes"].as_array().expect("a list").clone()
    }

    pub async fn faults(&self, add: &[&str]) {
        let got = self.post_json("/_sandbox/faults", json!({ "clear": true, "add": add })).await;
        assert_eq!(got.status, 200, "{}", got.text);
    }
}

impl Got {
    /// Asserts a refusal with this status and error key.
    #[track_caller]
    pub fn refused(&self, status: u16, code: &str) {
        assert_eq!((self.status, self.json["errors"][0]["code"].as_str()), (status, Some(code)), "{}", self.text);
        assert!(self.json["errors"][0]["message"].as_str().is_some_and(|message| message.ends_with('.')));
    }

    #[track_caller]
    pub fn ok(self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text);
        self.json
    }
}

/// Keys of an object, in order.
pub fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

pub fn ids(rows: &[Value]) -> Vec<i64> {
    rows.iter().map(|row| row["inquiry_id"].as_i64().expect("an id")).collect()
}
