#!/bin/bash
# Clients of HTTP disagree on whether 304 in answer to a PUT is an error.
#
# Guess: libraries that raise errors for statuses do so from 400 on, so an answer "nothing has
#   changed" passes everywhere.
# Versions: requests 2.34.2, httpx 0.28.1, aiohttp 3.14.5 (PyPI), Python's urllib; axios 1.21.1,
#   ky 2.1.0, ofetch 1.5.1, got 16.1.0, superagent 10.4.2 (npm).
# Behaviour: httpx, urllib, axios, ky and superagent raise; requests, aiohttp, ofetch and got
#   give the answer.
# Source: https://www.rfc-editor.org/rfc/rfc9110#section-15.4.5 (304 is of the class 3xx)
# Output seen: the lines at the end.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/python -m pip install --quiet --disable-pip-version-check requests==2.34.2 \
    httpx==0.28.1 aiohttp==3.14.5
npm init --yes >/dev/null
npm install --silent --no-fund --no-audit axios@1.21.1 ky@2.1.0 ofetch@1.5.1 got@16.1.0 \
    superagent@10.4.2

cat >server.py <<'PY'
import http.server

class Unchanged(http.server.BaseHTTPRequestHandler):
    def do_PUT(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(304)
        self.end_headers()

    def log_message(self, *_):
        pass

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Unchanged)
print(f"http://127.0.0.1:{server.server_port}/", file=open("url", "w"), flush=True)
server.serve_forever()
PY
python3 server.py &
trap 'kill %1; rm -rf "$folder"' EXIT
until [ -s url ]; do sleep 0.1; done

cat >call.py <<'PY'
import asyncio
import sys
import urllib.request

import aiohttp
import httpx
import requests

url = sys.argv[1]

def show(name, call):
    try:
        print(f"{name}: {call()}")
    except Exception as error:
        print(f"{name}: {type(error).__name__}")

def by_requests():
    answer = requests.put(url, data=b"{}")
    answer.raise_for_status()
    return answer.status_code

def by_httpx():
    return httpx.put(url, content=b"{}").raise_for_status().status_code

def by_urllib():
    return urllib.request.urlopen(urllib.request.Request(url, b"{}", method="PUT")).status

async def by_aiohttp():
    async with aiohttp.ClientSession(raise_for_status=True) as session:
        async with session.put(url, data=b"{}") as answer:
            return answer.status

show("requests", by_requests)
show("httpx", by_httpx)
show("urllib", by_urllib)
show("aiohttp", lambda: asyncio.run(by_aiohttp()))
PY

cat >call.mjs <<'JS'
import axios from "axios";
import got from "got";
import ky from "ky";
import { ofetch } from "ofetch";
import superagent from "superagent";

const url = process.argv[2];
const body = "{}";
const calls = {
    axios: () => axios.put(url, body),
    ky: () => ky.put(url, { body, retry: 0 }),
    ofetch: () => ofetch.raw(url, { method: "PUT", body }),
    got: () => got.put(url, { body }).then((answer) => ({ status: answer.statusCode })),
    superagent: () => superagent.put(url).send(body),
};
for (const [name, call] of Object.entries(calls)) {
    const seen = await call().then(
        (answer) => answer.status,
        (error) => error.constructor.name,
    );
    console.log(`${name}: ${seen}`);
}
JS

{
    venv/bin/python call.py "$(cat url)"
    node call.mjs "$(cat url)"
} | tee seen
diff seen - <<'SEEN'
requests: 304
httpx: HTTPStatusError
urllib: HTTPError
aiohttp: 304
axios: AxiosError
ky: HTTPError
ofetch: 304
got: 304
superagent: Error
SEEN
