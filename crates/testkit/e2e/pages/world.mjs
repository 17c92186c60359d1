// A trip with something in each of its parts, made by the JSON interface.

import { base, call, fresh, tokenOf, Visitor } from "./browser.mjs";

const at = (day, time) => `2026-05-0${day}T${time}:00Z`;

/** A place on the map, by a gazetteer's name. */
const item = (day, name, start, end, more = {}) => ({
  item_type: "destination", day, destination: { name }, ...(start && { start_time: at(day, start) }), ...(end && { end_time: at(day, end) }), ...more,
});

const budget = (category, totalCost, payer, members) => ({
  category, totalCost, currency: "EUR",
  membersBudget: members.map((memberId) => ({
    memberId, cost: Math.round((totalCost / members.length) * 100) / 100, paidValue: memberId === payer ? totalCost : 0,
  })),
});

/** The items of the sample trip. */
export function items(people) {
  const [ada, ben] = people;
  return [
    item(1, "Lisbon", "14:00", "15:00", { destination: { name: "Lisbon", description: "Check in, leave the bags" }, budget: budget("Accommodation", 420, ada, people) }),
    item(1, "Cascais", "15:30", "18:00", { destination: { name: "Cascais", description: "By train along the shore" } }),
    item(1, "Dinner", "19:30", "21:30", { destination: { name: "Dinner", location: "Tasca do Chico" }, budget: budget("Food and Restaurants", 84.5, ben, people) }),
    { item_type: "transportations", day: 2, start_time: at(2, "08:40"), end_time: at(2, "09:20"), destination: { name: "Train to Sintra" }, budget: budget("Transportation", 9.2, ada, people) },
    item(2, "Sintra", "09:30", "17:00", { destination: { name: "Sintra", description: "Palace in the morning, castle after lunch" }, budget: budget("Activities", 56, ben, people), photos: [{ url: "https://elsewhere.example/palace.jpg", description: "The palace" }] }),
    item(3, "Porto", "10:00", "14:00", { destination: { name: "Porto", description: "Tram 1 along the river" } }),
    item(3, "Braga", "15:30", "18:00", { destination: { name: "Braga", description: "The stairs of Bom Jesus" } }),
    item(5, "Coimbra", "11:00", "16:00", { destination: { name: "Coimbra" } }),
  ];
}

/** Two people who have signed up, and the sample trip. */
export async function world(options = {}) {
  const ada = await (await Visitor.enter(options)).signUp(fresh("ada"), "Ada");
  const ben = await (await Visitor.enter(options)).signUp(fresh("ben"), "Ben");
  const token = await tokenOf(ada.username);
  const people = [ada.username, ben.username];
  const trip = await sample(token, people);
  return { ada, ben, token, trip, people };
}

/** Makes the sample trip; returns its id. */
export async function sample(token, people) {
  const { uuid } = await call("POST", "/trip", token, { name: "A week in Lisbon", desc: "Tiles, trams and the sea.\nWe start slowly: https://lisbon.example/", baseCurrency: "EUR", date: { start: at(1, "00:00"), end: at(6, "00:00") } }).then((made) => ({ uuid: made.uuid ?? made.id }));
  await call("PUT", `/trip/${uuid}`, token, {
    todo: ["Book the train to Sintra", "Pack a rain jacket", "Tell the neighbours"],
    dest: ["Lisbon", "Sintra", "Porto"], budget: { lo: 800, hi: 1200 },
  });
  await call("PUT", `/trips/${uuid}/management`, token, { members: people });
  await call("PUT", `/trips/${uuid}/trip_items`, token, { trip_items: items(people) });
  await call("PUT", `/trip/${uuid}/map`, token, {
    notes: "<p>Metro card at the airport.</p><ul><li>Green line to Rossio</li></ul>",
    locations: [{ title: "Cabo da Roca", address: "Sintra", date: { start: at(2, "17:30"), end: at(2, "18:30") } }],
  });
  return uuid;
}

/** The page of a new share link. */
export async function shareLink(token, trip, body = {}) {
  const made = await call("POST", `/trips/${trip}/share-links`, token, { label: "For Mum", sections: ["itinerary", "map", "photos", "notes", "todo", "budget", "members"], ...body });
  return made.url.replace(/^https?:\/\/[^/]+/, base);
}
