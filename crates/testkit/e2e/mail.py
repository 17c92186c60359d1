"""Lets the service send mails to aiosmtpd: over STARTTLS and TLS, with a password, by servers that refuse."""

import contextlib
import email
import email.policy
import json
import os
import re
import signal
import socket
import ssl
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

import trustme
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

PROGRAM = os.environ["WAYFARE_PROGRAM"]
USER, PASSWORD = "wayfare", "canary-smtp-p@ss/word"
ACCOUNT_PASSWORD = "canary account password"
SENDER = "Wayfare <no-reply@wayfare.example>"


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


class Mailbox:
    """Keeps what comes; refuses some."""

    def __init__(self):
        self.mails, self.refused, self.changed = [], [], threading.Condition()

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("gone"):
            with self.changed:
                self.refused.append(address)
                self.changed.notify_all()
            return f"550 5.1.1 <{address}>: canary-reply, no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        with self.changed:
            self.mails.append((envelope.mail_from, list(envelope.rcpt_tos), mail, session.ssl))
            self.changed.notify_all()
        return "250 OK"

    def wait(self, ready, what):
        with self.changed:
            assert self.changed.wait_for(ready, 30), f"{what}: {len(self.mails)} mails have come"

    def mail(self, number):
        self.wait(lambda: len(self.mails) > number, f"mail {number}")
        return self.mails[number]


def authenticate(server, session, envelope, mechanism, data):
    given = (data.login.decode(), data.password.decode())
    return AuthResult(success=given == (USER, PASSWORD), handled=False)


@contextlib.contextmanager
def mail_server(mailbox, **options):
    controller = Controller(mailbox, hostname="127.0.0.1", port=free_port(), **options)
    controller.start()
    try:
        yield controller.port
    finally:
        controller.stop()


class Wayfare:
    """A server of its own, on a new database."""

    def __init__(self, folder, smtp, roots):
        self.base = f"http://127.0.0.1:{free_port()}"
        self.log = Path(folder, "log")
        self.process = subprocess.Popen(
            [PROGRAM, "--listen", self.base.removeprefix("http://"), "--log", "trace"],
            cwd=folder,
            stdout=self.log.open("wb"),
            env={
                "SSL_CERT_FILE": str(roots),
                "WAYFARE_SMTP_URL": smtp,
                "WAYFARE_MAIL_FROM": SENDER,
                "WAYFARE_LOG_FORMAT": "json",
            },
        )
        for _ in range(200):
            with contextlib.suppress(OSError):
                self.call("GET", "/healthz")
                return
            time.sleep(0.1)
        raise AssertionError("the service does not start")

    def call(self, method, path, body=None, headers=()):
        data = None if body is None else json.dumps(body).encode()
        head = {"Content-Type": "application/json", **dict(headers)}
        request = urllib.request.Request(self.base + path, data, head, method=method)
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, answer.headers, answer.read()

    def api(self, method, path, body=None, token=None):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        _, head, answer = self.call(method, "/api/v1" + path, body, headers)
        return json.loads(answer or b"null"), head

    def status(self, method, path, body=None):
        try:
            return self.call(method, "/api/v1" + path, body)[0]
        except urllib.error.HTTPError as refusal:
            return refusal.code

    def sign_up(self, username, address):
        body = {"name": username, "username": username, "email": address, "password": ACCOUNT_PASSWORD}
        _, head = self.api("POST", "/user", body)
        return head["Authorization"].removeprefix("Bearer ")

    def sign_in(self, username, password):
        grant = {"grant_type": "password", "username": username, "password": password}
        return self.status("POST", "/auth/token", grant)

    def press(self, url):
        """Opens a page, and sends its form."""
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        page = opener.open(url, timeout=20).read().decode()
        token = re.search(r'name="form_token" value="([^"]+)"', page).group(1)
        form = urllib.parse.urlencode({"form_token": token}).encode()
        request = urllib.request.Request(url, form, {"Origin": self.base})
        return opener.open(request, timeout=20).geturl()

    def has_logged(self, text):
        for _ in range(300):
            if text in self.log.read_text():
                return True
            time.sleep(0.1)
        return False

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(40) == 0


def parts(mail):
    """The plain text, the HTML and the link of a mail."""
    assert mail.get_content_type() == "multipart/alternative" and not mail.defects
    assert mail["Auto-Submitted"] == "auto-generated" and mail["From"] == SENDER
    assert mail["Message-ID"].endswith("@wayfare.example>") and mail["Date"].datetime
    plain = mail.get_body(("plain",)).get_content()
    html = mail.get_body(("html",)).get_content()
    link = next(line for line in plain.splitlines() if line.startswith("http://"))
    assert f'<a href="{link}">' in html
    return plain, html, link


def check_all_mails(wayfare, mailbox, by_starttls=False):
    """Confirmation, a new password, an invitation. Returns what must be in no log."""
    token = wayfare.sign_up("ada", "ada@example.org")
    mail_from, to, mail, tls = mailbox.mail(0)
    assert (mail_from, to) == ("no-reply@wayfare.example", ["ada@example.org"])
    assert bool(tls) == by_starttls
    confirmation = parts(mail)[2]
    assert wayfare.press(confirmation).endswith("/sign-in?done=confirmed")
    assert wayfare.sign_in("ADA@example.org", ACCOUNT_PASSWORD) == 200
    assert wayfare.status("POST", "/auth/password-reset", {"login": "nobody"}) == 202
    assert wayfare.status("POST", "/auth/password-reset", {"login": "ada"}) == 202
    reset = parts(mailbox.mail(1)[2])[2]
    path = f"/auth/password-reset/{reset.rsplit('/', 1)[1]}"
    new = {"password": "canary new password"}
    assert wayfare.status("PUT", path, new) == 204
    assert wayfare.status("PUT", path, new) == 404
    assert wayfare.sign_in("ada", new["password"]) == 200
    # The former token has ended.
    grant = {"grant_type": "password", "username": "ada", **new}
    token = wayfare.api("POST", "/auth/token", grant)[0]["access_token"]
    trip = wayfare.api("POST", "/trip", {"name": "京都 & <Lisboa>"}, token)[0]["uuid"]
    made, _ = wayfare.api("POST", f"/trips/{trip}/invitations", {"email": "ben@example.org"}, token)
    invitation = mailbox.mail(2)[2]
    assert invitation["Subject"] == "ada invites you to “京都 & <Lisboa>”", invitation["Subject"]
    plain, html, link = parts(invitation)
    assert link == made["url"] and "京都 & <Lisboa>" in plain and "&lt;Lisboa&gt;" in html
    # Refused for good.
    wayfare.sign_up("eve", "gone@example.org")
    mailbox.wait(lambda: mailbox.refused, "a refusal")
    assert wayfare.has_logged("refuses a mail for good")
    secrets = [url.rsplit("/", 1)[1] for url in (confirmation, reset, link)]
    return [*secrets, "ada@example.org", "ben@example.org", "gone@example.org", "canary"]


def check_log(wayfare, secrets):
    for line in wayfare.log.read_text().splitlines():
        found = [secret for secret in secrets if secret in line]
        assert not found, f"{found} in {line}"


def run(name, roots, options, url, check):
    mailbox = Mailbox()
    with tempfile.TemporaryDirectory() as folder, mail_server(mailbox, **options) as port:
        wayfare = Wayfare(folder, url.format(port=port), roots)
        try:
            secrets = check(wayfare, mailbox)
        finally:
            wayfare.stop()
        check_log(wayfare, secrets)
    print(f"mail: {name}: passed")


def nothing_is_sent(reason):
    def check(wayfare, mailbox):
        wayfare.sign_up("ada", "ada@example.org")
        assert wayfare.has_logged(reason), wayfare.log.read_text()
        assert not mailbox.mails
        return ["ada@example.org", "canary", urllib.parse.quote(PASSWORD, safe="")]

    return check


def main():
    with tempfile.TemporaryDirectory() as folder:
        authority, roots = trustme.CA(), Path(folder, "roots.pem")
        authority.cert_pem.write_to_path(roots)
        certificate = authority.issue_cert("localhost")
        tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        certificate.configure_cert(tls)
        other = Path(folder, "other.pem")
        trustme.CA().cert_pem.write_to_path(other)
        signed_in = {"authenticator": authenticate, "auth_required": True}
        starttls = {"tls_context": tls, "require_starttls": True, **signed_in}
        login = f"{USER}:{urllib.parse.quote(PASSWORD, safe='')}"
        url = f"smtp://{login}@localhost:{{port}}?tls=required"

        def by_starttls(wayfare, mailbox):
            return check_all_mails(wayfare, mailbox, by_starttls=True)

        run("STARTTLS and a password", roots, starttls, url, by_starttls)
        wrapped = {"ssl_context": tls, "auth_require_tls": False, **signed_in}
        run("TLS", roots, wrapped, f"smtps://{login}@localhost:{{port}}", check_all_mails)
        run("not encrypted", roots, {}, "smtp://127.0.0.1:{port}", check_all_mails)
        wrong = url.replace(login, f"{USER}:canary-wrong")
        refused = nothing_is_sent("does not accept user and password")
        run("another password", roots, starttls, wrong, refused)
        run("another authority", other, starttls, url, nothing_is_sent("no encrypted connection"))
        run("no STARTTLS", roots, {}, url, nothing_is_sent("lacks an extension"))


main()
