//! The sandbox as a process of its own, started by the test, and asked over plain HTTP what it has done.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Running `parkade sandbox`, which ends when this value is dropped.
pub struct Sandbox {
    child: Child,
    /// Host and port.
    address: String,
}

impl Sandbox {
    /// Starts a sandbox with few rows and these further arguments.
    pub fn start(arguments: &[&str]) -> Self {
        let mut all = vec!["--domains", "40", "--inquiries", "60", "--emails", "3"];
        all.extend_from_slice(arguments);
        Self::with(&all)
    }

    /// Starts a sandbox with exactly these arguments, and with the token `full` if they name none.
    pub fn with(arguments: &[&str]) -> Self {
        let token: &[&str] = if arguments.contains(&"--token") { &[] } else { &["--token", "full=*"] };
        let mut child = Command::new(env!("CARGO_BIN_EXE_parkade"))
            .arg("sandbox")
            .args(arguments)
            .args(token)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the sandbox starts");
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("its output is piped"));
        out.read_line(&mut line).expect("the sandbox says where it listens");
        let address = line.trim().strip_prefix("listening on http://").expect("the line names an address").to_owned();
        // Read the rest of its output, so that the sandbox is never blocked.
        std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
        Self { child, address }
    }

    /// `http://127.0.0.1:PORT`.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    /// Calls the control endpoint.
    pub fn control(&self, method: &str, path: &str, body: &Value) -> Value {
        let text = call(&self.address, method, &format!("/_sandbox/{path}"), None, Some(&body.to_string()));
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error} in {text}"))
    }

    /// Log of applied writes, oldest first.
    pub fn log(&self) -> Vec<Value> {
        self.control("GET", "log", &json!({}))["writes"].as_array().expect("the log is a list").clone()
    }

    /// The writes that were applied, oldest first, as `METHOD path`.
    pub fn writes(&self) -> Vec<String> {
        let writes = self.log();
        let text = |write: &Value, key: &str| write[key].as_str().unwrap_or_default().to_owned();
        writes.iter().map(|write| format!("{} {}", text(write, "method"), text(write, "path"))).collect()
    }

    /// Waits until `count` writes were applied; fails after a limit.
    pub fn wait_writes(&self, count: usize) -> Vec<String> {
        let until = Instant::now() + super::pty::LIMIT;
        loop {
            let writes = self.writes();
            if writes.len() >= count {
                return writes;
            }
            assert!(Instant::now() < until, "waited for {count} applied writes, there are {writes:?}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Answer to these bytes, with its head.
    pub fn raw(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("the sandbox listens");
        stream.write_all(request.as_bytes()).expect("the sandbox reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("the sandbox answers");
        answer
    }

    /// Adds so many new inquiries.
    pub fn arrive(&self, count: usize) {
        self.control("POST", "arrive", &json!({ "count": count }));
    }

    /// Replaces the faults in force.
    pub fn faults(&self, faults: &[&str]) {
        self.control("POST", "faults", &json!({ "clear": true, "add": faults }));
    }

    /// Answer to a call of the API with the token `full`.
    pub fn get(&self, path_and_query: &str) -> Value {
        let text = call(&self.address, "GET", &format!("/api/v1/{path_and_query}"), Some("full"), None);
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path_and_query}: {error} in {text}"))
    }

    /// Answer to a writing call of the API, as another program of the user makes it.
    pub fn post(&self, path: &str, body: &Value) -> Value {
        let text = call(&self.address, "POST", &format!("/api/v1/{path}"), Some("full"), Some(&body.to_string()));
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error} in {text}"))
    }

    /// All inquiries with their marks, including hidden ones.
    pub fn inquiries(&self) -> Vec<Value> {
        let mut all = Vec::new();
        for page in 1.. {
            let rows = self.page_of_inquiries(page);
            let is_last = rows.len() < 100;
            all.extend(rows);
            if is_last {
                break;
            }
        }
        all
    }

    /// Page of inquiries. Asked again while it fails, because the faults are meant for the program but also hit the
    /// test's reads.
    fn page_of_inquiries(&self, page: usize) -> Vec<Value> {
        let until = Instant::now() + super::pty::LIMIT;
        let path = format!("/api/v1/parking/inquiries?status=all&visibility=all&per_page=100&page={page}");
        loop {
            let text = call(&self.address, "GET", &path, Some("full"), None);
            let answer: Value = serde_json::from_str(&text).unwrap_or_default();
            if let Some(rows) = answer["inquiries"].as_array() {
                return rows.clone();
            }
            assert!(Instant::now() < until, "no list in {text}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Marks of every inquiry (read, starred, archived, hidden), by its number.
    pub fn marks(&self) -> Vec<(i64, [bool; 4])> {
        let mark = |row: &Value, name: &str| row["marks"][name].as_bool().expect("marks are booleans");
        let marks = |row: &Value| {
            let id = row["inquiry_id"].as_i64().expect("an inquiry has a number");
            (id, ["read", "starred", "archived", "removed"].map(|name| mark(row, name)))
        };
        let mut all: Vec<_> = self.inquiries().iter().map(marks).collect();
        all.sort_unstable();
        all
    }

    /// Names on a tab of the domains, in order; at most 200.
    pub fn names(&self, state: &str) -> Vec<String> {
        let page = self.get(&format!("parking/domains?state={state}&type=compact&per_page=200"));
        let rows = page["domains"].as_array().unwrap_or_else(|| panic!("no list in {page}"));
        let mut names: Vec<String> = rows.iter().filter_map(|row| Some(row["punycode"].as_str()?.to_owned())).collect();
        names.sort_unstable();
        names
    }

    /// Kills the service, as a power cut does.
    pub fn kill(&mut self) {
        self.child.kill().expect("the sandbox can be killed");
        let _ = self.child.wait();
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends one request over HTTP/1.0; returns the body of the answer.
fn call(address: &str, method: &str, path: &str, token: Option<&str>, body: Option<&str>) -> String {
    let mut stream = TcpStream::connect(address).expect("the sandbox listens");
    let body = body.filter(|_| method != "GET").unwrap_or_default();
    let token = token.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
    let head = format!(
        "{method} {path} HTTP/1.0\r\nHost: {address}\r\n{token}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).expect("the sandbox reads");
    stream.write_all(body.as_bytes()).expect("the sandbox reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("the sandbox answers");
    answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).expect("an answer has a body")
}
