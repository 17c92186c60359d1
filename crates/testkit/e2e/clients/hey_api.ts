// A client of @hey-api/openapi-ts: a person plans a trip, shares it, and downloads it.

import assert from "node:assert/strict";
import { createClient } from "../generated/hey-api/client/index.js";
import {
  addTripItem, createShareLink, createTripA, exportTrip, getFeed, getSharedTrip, getTripA, getTripPicture,
  openTripFeed, putTripPictures, recordSettlement, signUp, updateTripA, updateTripBudget,
} from "../generated/hey-api/index.js";
import { base as baseUrl, checkFile, costs, formats, friend, last, newcomer, picture, stale } from "./common.js";

const person = newcomer("hey");
const joined = await signUp({ client: createClient({ baseUrl }), body: person });
assert.equal(joined.data?.username, person.username);
const authorization = joined.response?.headers.get("authorization") ?? "";
const client = createClient({ baseUrl, headers: { authorization } });

const made = await createTripA({ client, body: { name: "A week in Lisbon", date: { start: "2026-06-01" } } });
const path = { uuid: made.data?.id ?? "" };
const budget = await updateTripBudget({ client, path, body: { budget: costs(person.username, friend) } });
assert.equal(budget.data?.totalCost, 120.1);
const item = await addTripItem({ client, path, body: { item_type: "destination", destination: { name: "Belém" } } });
assert.equal(item.data?.destination.name, "Belém");
const trip = await getTripA({ client, path });
assert.equal(trip.data?.budget.tripTotalGroupCost, 120.1);

const change = (tag: string) =>
  updateTripA({ client, path, headers: { "If-Match": tag }, body: { dest: ["Lisbon", { name: "Sintra" }] } });
assert.equal((await change(stale)).error?.type, "urn:wayfare:problem:version-mismatch");
assert.equal((await change(trip.response?.headers.get("etag") ?? "")).data?.dest.length, 2);

const uploaded = await putTripPictures({ client, path, body: { mainImage: await picture() } });
assert.match(uploaded.data?.mainImage ?? "", /signature=/);
const shown = await getTripPicture({ client, path, parseAs: "blob" });
await checkFile(shown.response!, shown.data as Blob, "image/jpeg", "\xff\xd8");

const paid = await recordSettlement({ client, path, body: { from: friend, to: person.username, amount: 60.05 } });
assert.equal(paid.data?.amount, 60.05);
const link = await createShareLink({ client, path, body: {} });
const shared = await getSharedTrip({ client: createClient({ baseUrl }), path: { token: last(link.data?.url) } });
assert.equal(shared.data?.name, "A week in Lisbon");

for (const [format, kind, start] of formats) {
  const file = await exportTrip({ client, path: { ...path, format }, parseAs: "blob" });
  await checkFile(file.response!, file.data as Blob, kind, start);
}
const feed = await openTripFeed({ client, path });
const calendar = await getFeed({ client, path: { secret: last(feed.data?.url) }, parseAs: "blob" });
await checkFile(calendar.response!, calendar.data as Blob, "text/calendar", "BEGIN:VCALENDAR");
console.log("the client of @hey-api/openapi-ts works");
