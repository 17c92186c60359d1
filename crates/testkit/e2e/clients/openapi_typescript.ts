// A client of openapi-typescript: a person plans a trip, shares it, and downloads it.

import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { paths } from "../generated/schema.js";
import { base as baseUrl, checkFile, costs, formats, friend, last, newcomer, picture, stale } from "./common.js";

const visitor = createClient<paths>({ baseUrl });
const person = newcomer("types");
const signUp = await visitor.POST("/api/v1/user", { body: person });
assert.equal(signUp.data?.username, person.username);
assert.ok(signUp.response.headers.get("refresh-token"));
const authorization = signUp.response.headers.get("authorization") ?? "";
const api = createClient<paths>({ baseUrl, headers: { authorization } });

const made = await api.POST("/api/v1/trip", {
  body: { name: "A week in Lisbon", budget: { lo: 800, hi: 1200.5 }, date: { start: 1_780_272_000, end: 1_780_790_400 } },
});
const uuid = made.data?.uuid ?? "";
assert.equal(made.data?.budget.hi, 1200.5);

const items = await api.PUT("/api/v1/trips/{uuid}/trip_items", {
  params: { path: { uuid } },
  body: { trip_items: [{ item_type: "destination", destination: { name: "Belém" }, budget: { totalCost: 12.5 } }] },
});
assert.equal(items.data?.destination.name, "Belém");

const budget = await api.PUT("/api/v1/trips/{uuid}/budget", {
  params: { path: { uuid } },
  body: { budget: costs(person.username, friend) },
});
assert.equal(budget.data?.totalCost, 120.1);
const detail = await api.GET("/api/v1/trips/{uuid}", { params: { path: { uuid } } });
assert.equal(detail.data?.budget.tripTotalGroupCost, 132.6);

const form = new FormData();
form.append("mainImage", await picture());
const uploaded = await api.PUT("/api/v1/trips/{uuid}/picture", {
  params: { path: { uuid } },
  body: {},
  bodySerializer: () => form,
});
assert.match(uploaded.data?.mainImage ?? "", /signature=/);

const shown = await api.GET("/api/v1/trip/{uuid}/picture", { params: { path: { uuid } }, parseAs: "blob" });
await checkFile(shown.response, shown.data, "image/jpeg", "\xff\xd8");

const change = (tag: string) =>
  api.PUT("/api/v1/trip/{uuid}", {
    params: { path: { uuid }, header: { "If-Match": tag } },
    body: { dest: ["Lisbon", { name: "Sintra" }] },
  });
assert.equal((await change(stale)).error?.type, "urn:wayfare:problem:version-mismatch");
const read = await api.GET("/api/v1/trip/{uuid}", { params: { path: { uuid } } });
assert.equal((await change(read.response.headers.get("etag") ?? "")).data?.dest.length, 2);

const paid = await api.POST("/api/v1/trips/{uuid}/settlements", {
  params: { path: { uuid } },
  body: { from: friend, to: person.username, amount: 60.05 },
});
assert.equal(paid.data?.amount, 60.05);
const link = await api.POST("/api/v1/trips/{uuid}/share-links", { params: { path: { uuid } }, body: {} });
const token = last(link.data?.url);
const shared = await visitor.GET("/api/v1/shared/{token}", { params: { path: { token } } });
assert.equal(shared.data?.name, "A week in Lisbon");

for (const [format, kind, start] of formats) {
  const path = { uuid, format };
  const file = await api.GET("/api/v1/trips/{uuid}/export/{format}", { params: { path }, parseAs: "blob" });
  await checkFile(file.response, file.data, kind, start);
}
const feed = await api.POST("/api/v1/trips/{uuid}/feed", { params: { path: { uuid } } });
const secret = last(feed.data?.url);
const calendar = await visitor.GET("/api/v1/feeds/{secret}.ics", { params: { path: { secret } }, parseAs: "blob" });
await checkFile(calendar.response, calendar.data, "text/calendar", "BEGIN:VCALENDAR");

const wrong = await api.PUT("/api/v1/trip/{uuid}", { params: { path: { uuid } }, body: { name: "" } });
assert.equal(wrong.error?.type, "urn:wayfare:problem:invalid-input");
assert.equal(wrong.error?.errors?.[0]?.pointer, "/name");

const put = (prefer: string) =>
  api.PUT("/api/v1/trip/{uuid}", { params: { path: { uuid }, header: { Prefer: prefer } }, body: { todo: [] } });
assert.equal((await put("")).response.status, 304);
assert.equal((await put("return=representation")).data?.uuid, uuid);

const gone = await api.DELETE("/api/v1/trip/{uuid}", { params: { path: { uuid } } });
assert.equal(gone.response.status, 204);
console.log("the client of openapi-typescript works");
