// A client of openapi-generator: a person plans a trip, shares it, and downloads it.

import assert from "node:assert/strict";
import {
  Configuration, ExtensionsApi, InAndOutApi, SettlingUpApi, TripsVariantAApi, TripsVariantBApi, UsersApi,
} from "../generated/typescript-fetch/index.js";
import { base as basePath, checkFile, costs, formats, friend, last, newcomer, picture, stale } from "./common.js";

const person = newcomer("generator");
const joined = await new UsersApi(new Configuration({ basePath })).signUpRaw({ newAccountInput: person });
assert.equal((await joined.value()).username, person.username);
const accessToken = (joined.raw.headers.get("authorization") ?? "").replace("Bearer ", "");
const apiKey = accessToken;
const configuration = new Configuration({ basePath, accessToken, apiKey });
const [a, b] = [new TripsVariantAApi(configuration), new TripsVariantBApi(configuration)];

const { uuid } = await b.createTripB({ newTripInput: { name: "A week in Lisbon" } });
const budget = await a.updateTripBudget({ uuid, budgetBodyInput: { budget: costs(person.username, friend) } });
assert.equal(budget.totalCost, 120.1);
const trip = await a.getTripA({ uuid });
assert.equal(trip.budget.tripTotalGroupCost, 120.1);
const uploaded = await a.putTripPictures({ uuid, mainImage: await picture() });
assert.match(uploaded.mainImage, /signature=/);
const shown = await b.getTripPictureRaw({ uuid });
await checkFile(shown.raw, await shown.value(), "image/jpeg", "\xff\xd8");

const more = new ExtensionsApi(configuration);
const itemInput = { itemType: "destination", destination: { name: "Belém" } };
assert.equal((await more.addTripItem({ uuid, itemInput })).destination.name, "Belém");
const change = (ifMatch: string) =>
  b.updateTripB({ uuid, ifMatch, tripInputB: { dest: ["Lisbon", { name: "Sintra" }] } });
await assert.rejects(change(stale), (error: { response?: Response }) => error.response?.status === 412);
const read = await b.getTripBRaw({ uuid });
assert.equal((await change(read.raw.headers.get("etag") ?? "")).dest.length, 2);

const settlementInput = { from: friend, to: person.username, amount: 60.05 };
const paid = await new SettlingUpApi(configuration).recordSettlement({ uuid, settlementInput });
assert.equal(paid.amount, 60.05);
const link = await more.createShareLink({ uuid, shareLinkInput: {} });
const visitor = new Configuration({ basePath });
const shared = await new ExtensionsApi(visitor).getSharedTrip({ token: last(link.url) });
assert.equal(shared.name, "A week in Lisbon");

const files = new InAndOutApi(configuration);
for (const [format, kind, start] of formats) {
  const file = await files.exportTripRaw({ uuid, format });
  await checkFile(file.raw, await file.value(), kind, start);
}
const feed = await files.openTripFeed({ uuid });
const calendar = await new InAndOutApi(visitor).getFeedRaw({ secret: last(feed.url) });
await checkFile(calendar.raw, await calendar.value(), "text/calendar", "BEGIN:VCALENDAR");
console.log("the client of openapi-generator works");
