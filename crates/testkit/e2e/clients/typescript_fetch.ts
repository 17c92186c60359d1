// A client of openapi-generator: a person makes a trip, shares its costs and uploads a picture.

import assert from "node:assert/strict";
import { Configuration, TripsVariantAApi, TripsVariantBApi, UsersApi } from "../generated/typescript-fetch/index.js";
import { base as basePath, costs, newcomer, picture } from "./common.js";

const person = newcomer("generator");
const joined = await new UsersApi(new Configuration({ basePath })).signUpRaw({ newAccountInput: person });
assert.equal((await joined.value()).username, person.username);
const accessToken = (joined.raw.headers.get("authorization") ?? "").replace("Bearer ", "");
const apiKey = accessToken;
const configuration = new Configuration({ basePath, accessToken, apiKey });
const [a, b] = [new TripsVariantAApi(configuration), new TripsVariantBApi(configuration)];

const { uuid } = await b.createTripB({ newTripInput: { name: "A week in Lisbon" } });
const budget = await a.updateTripBudget({ uuid, budgetBodyInput: { budget: costs(person.username, "friend") } });
assert.equal(budget.totalCost, 120.1);
const trip = await a.getTripA({ uuid });
assert.equal(trip.budget.tripTotalGroupCost, 120.1);
const uploaded = await a.putTripPictures({ uuid, mainImage: await picture() });
assert.match(uploaded.mainImage, /signature=/);
console.log("the client of openapi-generator works");
