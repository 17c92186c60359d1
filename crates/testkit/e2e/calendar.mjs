// Reads a calendar from standard input with ical.js, and prints its events as JSON: times by the
// calendar's own VTIMEZONE, as RFC 3339 in UTC; dates as they are.
import { readFileSync } from "node:fs";
import ICAL from "ical.js";

const calendar = new ICAL.Component(ICAL.parse(readFileSync(0, "utf8")));
const zones = new Map(
  calendar.getAllSubcomponents("vtimezone").map((zone) => {
    const read = new ICAL.Timezone(zone);
    return [read.tzid, read];
  }),
);

function time(event, name) {
  const property = event.getFirstProperty(name);
  if (!property) return null;
  const value = property.getFirstValue();
  if (value.isDate) return value.toString();
  const tzid = property.getParameter("tzid");
  if (tzid && !zones.has(tzid)) throw new Error(`no VTIMEZONE for ${tzid}`);
  if (tzid) value.zone = zones.get(tzid);
  return new Date(value.toUnixTime() * 1000).toISOString();
}

const events = calendar.getAllSubcomponents("vevent").map((event) => ({
  uid: event.getFirstPropertyValue("uid"),
  sequence: event.getFirstPropertyValue("sequence"),
  summary: event.getFirstPropertyValue("summary"),
  description: event.getFirstPropertyValue("description"),
  start: time(event, "dtstart"),
  end: time(event, "dtend"),
}));
console.log(JSON.stringify(events));
