// A client generated from the document of all routes: it compiles, and two people plan a trip with it.

import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { paths } from "./schema.js";

const baseUrl = process.env["WAYFARE_BASE"] ?? "";
const visitor = createClient<paths>({ baseUrl });

const username = `smoke${Date.now()}`;
const signUp = await visitor.POST("/api/v1/user", { body: { name: "Smoke", username } });
assert.equal(signUp.data?.username, username);
const authorization = signUp.response.headers.get("authorization") ?? "";
const api = createClient<paths>({ baseUrl, headers: { authorization } });

const made = await api.POST("/api/v1/trip", {
  body: { name: "A week in Lisbon", budget: { lo: 800, hi: 1200.5 }, date: { start: "2026-06-01", end: 1_780_790_400 } },
});
const uuid = made.data?.uuid ?? "";
assert.equal(made.data?.budget.hi, 1200.5);

const items = await api.PUT("/api/v1/trips/{uuid}/trip_items", {
  params: { path: { uuid } },
  body: { trip_items: [{ item_type: "destination", destination: { name: "Belém" }, budget: { totalCost: 12.5 } }] },
});
assert.equal(items.data?.destination.name, "Belém");

const detail = await api.GET("/api/v1/trips/{segment}", { params: { path: { segment: uuid } } });
assert.ok(detail.data && !Array.isArray(detail.data) && "budget" in detail.data);
assert.equal(detail.data.budget.tripTotalGroupCost, 12.5);

const list = await api.GET("/api/v1/trips", { params: { header: { "Api-Variant": "b" } } });
assert.equal(list.data?.length, 1);

const wrong = await api.PUT("/api/v1/trip/{uuid}", { params: { path: { uuid } }, body: { name: "" } });
assert.equal(wrong.error?.status, 400);
assert.equal(wrong.error?.errors?.[0]?.pointer, "/name");

const unchanged = await api.PUT("/api/v1/trip/{uuid}", { params: { path: { uuid } }, body: { todo: [] } });
assert.equal(unchanged.response.status, 304);

const gone = await api.DELETE("/api/v1/trip/{uuid}", { params: { path: { uuid } } });
assert.equal(gone.response.status, 204);
console.log("the generated client works");
