#!/bin/bash
# Readers of Server-Sent Events hand out blocks that have no data.
#
# Guess: a block of `retry:`, of a comment or of an `id:` alone is no event, as the standard says,
#   so a service may send it to any reader; and an event without an id has that of the last block.
# Versions: httpx-sse 0.4.3 with httpx 0.28.1, aiosseclient 0.1.8, sseclient-py 1.9.0 with
#   requests 2.34.2, requests-sse 0.5.3 (PyPI); eventsource 4.1.1, eventsource-parser 3.1.1,
#   fetch-event-stream 0.1.6, @microsoft/fetch-event-source 2.0.1 (npm).
# Behaviour: four of eight hand out events for such blocks: httpx-sse, aiosseclient and
#   fetch-event-stream for `retry:` or `id:`, @microsoft/fetch-event-source for comments too. Only
#   httpx-sse and requests-sse give `gone` the id of the block before; fetch-event-stream makes a
#   number of an id.
# Source: https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
# Output seen: the lines at the end, an event each as type, data, id.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/python -m pip install --quiet --disable-pip-version-check httpx-sse==0.4.3 httpx==0.28.1 \
    aiosseclient==0.1.8 sseclient-py==1.9.0 requests==2.34.2 requests-sse==0.5.3
npm init --yes >/dev/null
npm install --silent --no-fund --no-audit eventsource@4.1.1 eventsource-parser@3.1.1 \
    fetch-event-stream@0.1.6 @microsoft/fetch-event-source@2.0.1

printf '%s\n' 'retry: 3000' '' ': still here' '' 'id: 1' 'event: trip' 'data: 1' '' 'id: 2' '' \
    'event: gone' 'data: 2' '' >stream

cat >server.py <<'PY'
import http.server

class Stream(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = open("stream", "rb").read()
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Stream)
print(f"http://127.0.0.1:{server.server_port}/", file=open("url", "w"), flush=True)
server.serve_forever()
PY
python3 server.py &
trap 'kill %1; rm -rf "$folder"' EXIT
until [ -s url ]; do sleep 0.1; done

cat >read.py <<'PY'
import asyncio
import itertools
import sys

import aiosseclient
import httpx
import httpx_sse
import requests
import requests_sse
import sseclient

url = sys.argv[1]

def show(name, events):
    # What comes after the last event is a second connection.
    shown = []
    for event in events:
        shown.append("/".join(str(part) for part in event))
        if event[0] == "gone":
            break
    print(f"{name}:", *(text or "-" for text in shown))

with httpx.Client() as client, httpx_sse.connect_sse(client, "GET", url) as source:
    show("httpx-sse", ((e.event, e.data, e.id) for e in source.iter_sse()))

async def read():
    events = []
    async for e in aiosseclient.aiosseclient(url):
        events.append((e.event, e.data, e.id))
        if e.event == "gone":
            return events

show("aiosseclient", asyncio.run(read()))
source = sseclient.SSEClient(requests.get(url, stream=True))
show("sseclient-py", ((e.event, e.data, e.id) for e in source.events()))
with requests_sse.EventSource(url) as source:
    show("requests-sse", ((e.type, e.data, e.last_event_id) for e in itertools.islice(source, 9)))
PY

cat >read.mjs <<'JS'
import { readFileSync } from "node:fs";
import { EventSource } from "eventsource";
import { createParser } from "eventsource-parser";
import { events } from "fetch-event-stream";

const url = process.argv[2];
const show = (name, list) => console.log(`${name}:`, ...list.map((event) => event.join("/")));

let seen = [];
const parser = createParser({ onEvent: (e) => seen.push([e.event, e.data, e.id]) });
parser.feed(readFileSync("stream", "utf8"));
show("eventsource-parser", seen);

seen = [];
for await (const e of events(await fetch(url))) seen.push([e.event, e.data, `${e.id} ${typeof e.id}`]);
show("fetch-event-stream", seen);

seen = [];
// It asks for a browser's document.
globalThis.document = { hidden: false, addEventListener() {}, removeEventListener() {} };
globalThis.window = globalThis;
const { fetchEventSource } = await import("@microsoft/fetch-event-source");
const end = new AbortController();
await fetchEventSource(url, {
    signal: end.signal,
    fetch,
    openWhenHidden: true,
    onmessage: (e) => seen.push([e.event, e.data, e.id]),
    onclose: () => end.abort(),
});
show("fetch-event-source", seen);

seen = [];
const source = new EventSource(url);
await new Promise((done) => {
    for (const type of ["message", "trip", "gone"])
        source.addEventListener(type, (e) => {
            seen.push([e.type, e.data, e.lastEventId]);
            if (type === "gone") done();
        });
});
source.close();
show("eventsource", seen);
JS

{
    venv/bin/python read.py "$(cat url)"
    node read.mjs "$(cat url)"
} | tee seen
diff seen - <<'SEEN'
httpx-sse: message// trip/1/1 message//2 gone/2/2
aiosseclient: message//None trip/1/1 message//2 gone/2/None
sseclient-py: trip/1/1 gone/2/None
requests-sse: trip/1/1 gone/2/2
eventsource-parser: trip/1/1 gone/2/
fetch-event-stream: //undefined undefined trip/1/1 number //2 number gone/2/undefined undefined
fetch-event-source: // // trip/1/1 //2 gone/2/
eventsource: trip/1/1 gone/2/
SEEN
