// A client of @hey-api/openapi-ts: a person makes a trip, shares its costs and uploads a picture.

import assert from "node:assert/strict";
import { createClient } from "../generated/hey-api/client/index.js";
import { createTripA, getTripA, putTripPictures, signUp, updateTripBudget } from "../generated/hey-api/index.js";
import { base as baseUrl, costs, newcomer, picture } from "./common.js";

const person = newcomer("hey");
const joined = await signUp({ client: createClient({ baseUrl }), body: person });
assert.equal(joined.data?.username, person.username);
const authorization = joined.response?.headers.get("authorization") ?? "";
const client = createClient({ baseUrl, headers: { authorization } });

const made = await createTripA({ client, body: { name: "A week in Lisbon" } });
const path = { uuid: made.data?.id ?? "" };
const budget = await updateTripBudget({ client, path, body: { budget: costs(person.username, "friend") } });
assert.equal(budget.data?.totalCost, 120.1);
const trip = await getTripA({ client, path });
assert.equal(trip.data?.budget.tripTotalGroupCost, 120.1);
const uploaded = await putTripPictures({ client, path, body: { mainImage: await picture() } });
assert.match(uploaded.data?.mainImage ?? "", /signature=/);
console.log("the client of @hey-api/openapi-ts works");
