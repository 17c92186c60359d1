// A client of swagger-typescript-api: a person makes a trip, shares its costs and uploads a picture.

import assert from "node:assert/strict";
import { Api } from "../generated/swagger-typescript-api/Api.js";
import { base as baseUrl, costs, newcomer, picture } from "./common.js";

const person = newcomer("swagger");
const joined = await new Api({ baseUrl }).api.signUp(person);
assert.equal(joined.data.username, person.username);
const Authorization = joined.headers.get("authorization") ?? "";
const { api } = new Api({ baseUrl, baseApiParams: { headers: { Authorization } } });

const made = await api.createTripB({ name: "A week in Lisbon" });
const { uuid } = made.data;
const budget = await api.updateTripBudget(uuid, { budget: costs(person.username, "friend") });
assert.equal(budget.data.totalCost, 120.1);
const trip = await api.getTripA(uuid);
assert.equal(trip.data.budget.tripTotalGroupCost, 120.1);
const uploaded = await api.putTripPictures(uuid, { mainImage: await picture() });
assert.match(uploaded.data.mainImage, /signature=/);
console.log("the client of swagger-typescript-api works");
