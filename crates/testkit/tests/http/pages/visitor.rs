//! A browser without scripts: it keeps cookies, sends forms and follows redirections.

use std::collections::BTreeMap;

use wayfare_testkit::{Client, Method, Reply, TestServer};

pub(crate) struct Visitor {
    client: Client,
    pub(crate) origin: String,
    cookies: BTreeMap<String, String>,
    /// The languages that it asks for.
    pub(crate) languages: &'static str,
}

/// A page as text.
pub(crate) struct Page {
    pub(crate) reply: Reply<serde_json::Value>,
    pub(crate) text: String,
}

impl Page {
    fn new(reply: Reply<serde_json::Value>) -> Self {
        let text = String::from_utf8_lossy(&reply.body).into_owned();
        Self { reply, text }
    }

    pub(crate) fn status(&self) -> u16 {
        self.reply.status
    }

    pub(crate) fn has(&self, text: &str) -> bool {
        self.text.contains(text)
    }

    /// The value of the first field of a name.
    pub(crate) fn field(&self, name: &str) -> String {
        let (_, rest) = self
            .text
            .split_once(&format!("name=\"{name}\" value=\""))
            .unwrap_or_else(|| panic!("no field {name} in {}", self.text));
        let value = rest.split('"').next().unwrap_or_default();
        value.replace("&quot;", "\"").replace("&amp;", "&")
    }

    /// The hidden fields of the last form.
    pub(crate) fn hidden_fields(&self) -> Vec<(String, String)> {
        let (_, form) = self.text.rsplit_once("<form").unwrap();
        let hidden = form.split("<input type=\"hidden\" name=\"").skip(1);
        let decoded = |text: &str| text.replace("&quot;", "\"").replace("&amp;", "&");
        hidden
            .filter_map(|field| {
                let (name, rest) = field.split_once("\" value=\"")?;
                let (value, _) = rest.split_once('"')?;
                Some((name.to_owned(), decoded(value)))
            })
            .collect()
    }

    /// The address that a link with this text leads to.
    pub(crate) fn link(&self, text: &str) -> String {
        let (before, _) = self.text.split_once(&format!(">{text}</a>")).unwrap();
        let (_, attributes) = before.rsplit_once("<a ").unwrap();
        let (_, href) = attributes.split_once("href=\"").unwrap();
        href.split('"')
            .next()
            .unwrap_or_default()
            .replace("&amp;", "&")
    }
}

impl Visitor {
    pub(crate) fn new(server: &TestServer) -> Self {
        Self {
            client: server.client(),
            origin: server.base_url(),
            cookies: BTreeMap::new(),
            languages: "",
        }
    }

    /// A visitor who has signed up.
    pub(crate) async fn signed_up(server: &TestServer, username: &str) -> Self {
        let mut visitor = Self::new(server);
        let fields = [
            ("name", username),
            ("username", username),
            ("password", "correct horse battery"),
        ];
        let page = visitor.fill("/sign-up", &fields).await;
        assert_eq!(page.status(), 303, "{}", page.text);
        visitor
    }

    pub(crate) fn cookie(&self, name: &str) -> Option<&str> {
        self.cookies.get(name).map(String::as_str)
    }

    pub(crate) fn set_cookie(&mut self, name: &str, value: &str) {
        self.cookies.insert(name.to_owned(), value.to_owned());
    }

    fn sent_cookies(&self) -> String {
        let cookies = self.cookies.iter();
        let cookies: Vec<String> = cookies
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        cookies.join("; ")
    }

    fn keep(&mut self, reply: Reply<serde_json::Value>) -> Page {
        for cookie in reply.headers.get_all("set-cookie") {
            let cookie = cookie.to_str().unwrap();
            let (name, rest) = cookie.split_once('=').unwrap();
            let value = rest.split(';').next().unwrap();
            if value.is_empty() {
                self.cookies.remove(name);
            } else {
                self.set_cookie(name, value);
            }
        }
        Page::new(reply)
    }

    pub(crate) async fn get(&mut self, path: &str) -> Page {
        let call = self.client.request(Method::GET, path);
        let call = call.header("accept-language", self.languages);
        let reply = call.header("cookie", self.sent_cookies()).await;
        self.keep(reply)
    }

    /// Opens all views of a trip: the itinerary, with the content of the others after it.
    pub(crate) async fn views(&mut self, trip: &str) -> Page {
        let mut page = self.get(trip).await;
        for view in ["map", "costs", "lists", "photos", "people"] {
            let other = self.get(&format!("{trip}/{view}")).await;
            assert_eq!(other.status(), page.status(), "{trip}/{view}");
            let (_, main) = other.text.split_once("<main").unwrap_or_default();
            page.text.push_str(main);
        }
        page
    }

    /// Sends a form with these fields, from an origin.
    pub(crate) async fn send(
        &mut self,
        path: &str,
        origin: Option<&str>,
        fields: &[(&str, &str)],
    ) -> Page {
        let mut body = url::form_urlencoded::Serializer::new(String::new());
        body.extend_pairs(fields);
        let mut call = self.client.request(Method::POST, path);
        if let Some(origin) = origin {
            call = call.header("origin", origin);
        }
        let reply = call
            .header("accept-language", self.languages)
            .header("cookie", self.sent_cookies())
            .body("application/x-www-form-urlencoded", body.finish())
            .await;
        self.keep(reply)
    }

    /// Sends a form with its token.
    pub(crate) async fn post(&mut self, path: &str, token: &str, fields: &[(&str, &str)]) -> Page {
        let origin = self.origin.clone();
        let fields: Vec<_> = fields
            .iter()
            .copied()
            .chain([("form_token", token)])
            .collect();
        self.send(path, Some(&origin), &fields).await
    }

    /// Opens a page and sends its form to the same address, with the fields that it holds.
    pub(crate) async fn fill(&mut self, path: &str, fields: &[(&str, &str)]) -> Page {
        let page = self.get(path).await;
        assert_eq!(page.status(), 200, "{path}: {}", page.text);
        self.fill_page(path, &page, fields).await
    }

    /// Sends the form of an opened page.
    pub(crate) async fn fill_page(
        &mut self,
        path: &str,
        page: &Page,
        fields: &[(&str, &str)],
    ) -> Page {
        let (token, mut all) = (page.field("form_token"), fields.to_vec());
        let version = page.has("name=\"version\"").then(|| page.field("version"));
        if let Some(version) = &version {
            all.push(("version", version));
        }
        let key = page
            .has("name=\"form_key\"")
            .then(|| page.field("form_key"));
        if let Some(key) = &key {
            all.push(("form_key", key));
        }
        self.post(path, &token, &all).await
    }

    /// Sends a form with files that has these fields, and one file.
    pub(crate) async fn upload(
        &mut self,
        path: &str,
        fields: &[(&str, &str)],
        (part, content): (&str, impl Into<Vec<u8>>),
    ) -> Page {
        let file = (part, "file", content.into());
        self.upload_all(path, fields, &[file]).await
    }

    /// As [`Visitor::upload`], with files that have names.
    pub(crate) async fn upload_all(
        &mut self,
        path: &str,
        fields: &[(&str, &str)],
        files: &[(&str, &str, Vec<u8>)],
    ) -> Page {
        let mut body = parts(fields);
        for (part, name, content) in files {
            let head = format!(
                "--x\r\ncontent-disposition: form-data; name=\"{part}\"; \
                    filename=\"{name}\"\r\n\r\n"
            );
            body.extend_from_slice(head.as_bytes());
            body.extend_from_slice(content);
            body.extend_from_slice(b"\r\n");
        }
        body.extend_from_slice(b"--x--\r\n");
        self.send_parts(path, body).await
    }

    /// Sends a form with files, without any.
    pub(crate) async fn post_form(&mut self, path: &str, fields: &[(&str, &str)]) -> Page {
        let mut body = parts(fields);
        body.extend_from_slice(
            b"--x\r\ncontent-disposition: form-data; name=\"file\"; \
            filename=\"\"\r\n\r\n\r\n--x--\r\n",
        );
        self.send_parts(path, body).await
    }

    async fn send_parts(&mut self, path: &str, body: Vec<u8>) -> Page {
        let call = self.client.request(Method::POST, path);
        let call = call.header("origin", self.origin.clone());
        let reply = call
            .header("accept-language", self.languages)
            .header("cookie", self.sent_cookies())
            .body("multipart/form-data; boundary=x", body)
            .await;
        self.keep(reply)
    }

    /// Creates a trip by its form. Returns its path.
    pub(crate) async fn trip(&mut self, fields: &[(&str, &str)]) -> String {
        let page = self.get("/trips/new").await;
        let created = self.fill_page("/trips", &page, fields).await;
        let location = created.reply.header("location").unwrap();
        location.split('?').next().unwrap().to_owned()
    }
}

/// The parts of a form that are no files.
fn parts(fields: &[(&str, &str)]) -> Vec<u8> {
    let parts = fields.iter().map(|(name, value)| {
        format!("--x\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    });
    parts.collect::<String>().into_bytes()
}
