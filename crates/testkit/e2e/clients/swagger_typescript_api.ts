// A client of swagger-typescript-api: a person plans a trip, shares it, and downloads it.

import assert from "node:assert/strict";
import { Api } from "../generated/swagger-typescript-api/Api.js";
import { base as baseUrl, checkFile, costs, formats, friend, last, newcomer, picture, stale } from "./common.js";

const person = newcomer("swagger");
const joined = await new Api({ baseUrl }).api.signUp(person);
assert.equal(joined.data.username, person.username);
const Authorization = joined.headers.get("authorization") ?? "";
const { api } = new Api({ baseUrl, baseApiParams: { headers: { Authorization } } });

const made = await api.createTripB({ name: "A week in Lisbon" });
const { uuid } = made.data;
const budget = await api.updateTripBudget(uuid, { budget: costs(person.username, friend) });
assert.equal(budget.data.totalCost, 120.1);
const trip = await api.getTripA(uuid);
assert.equal(trip.data.budget.tripTotalGroupCost, 120.1);
const uploaded = await api.putTripPictures(uuid, { mainImage: await picture() });
assert.match(uploaded.data.mainImage, /signature=/);
const shown = await api.getTripPicture(uuid, { format: "blob" });
await checkFile(shown, shown.data, "image/jpeg", "\xff\xd8");

const item = await api.addTripItem(uuid, { item_type: "destination", destination: { name: "Belém" } });
assert.equal(item.data.destination.name, "Belém");
const change = (tag: string) =>
  api.updateTripB(uuid, { dest: ["Lisbon", { name: "Sintra" }] }, { headers: { Authorization, "If-Match": tag } });
await assert.rejects(change(stale), { status: 412 });
const read = await api.getTripB(uuid);
assert.equal((await change(read.headers.get("etag") ?? "")).data.dest.length, 2);

const paid = await api.recordSettlement(uuid, { from: friend, to: person.username, amount: 60.05 });
assert.equal(paid.data.amount, 60.05);
const link = await api.createShareLink(uuid, {});
const shared = await new Api({ baseUrl }).api.getSharedTrip(last(link.data.url));
assert.equal(shared.data.name, "A week in Lisbon");

for (const [format, kind, start] of formats) {
  const file = await api.exportTrip(uuid, format, { format: "blob" });
  await checkFile(file, file.data, kind, start);
}
const feed = await api.openTripFeed(uuid);
const calendar = await new Api({ baseUrl }).api.getFeed(last(feed.data.url), { format: "blob" });
await checkFile(calendar, calendar.data, "text/calendar", "BEGIN:VCALENDAR");
console.log("the client of swagger-typescript-api works");
