// What the programs of all clients share: where the service is, a new name, and checks of files.

import assert from "node:assert/strict";

export const base = process.env["WAYFARE_BASE"] ?? "";
/** Who pays back, and a tag that no trip has. */
export const friend = "friend";
export const stale = '"99-x"';

export function newcomer(client: string) {
  return { name: "Traveller", username: `${client}${Date.now()}`, password: "correct horse battery" };
}

export async function picture(): Promise<File> {
  const answer = await fetch(`${base}/api/v1/trip/default/picture`);
  return new File([await answer.arrayBuffer()], "picture.jpg", { type: "image/jpeg" });
}

/** What two travellers share of the cost of a room. */
export function costs(one: string, other: string) {
  const half = { cost: 60.05, paidValue: 0 };
  return {
    currency: "CAD",
    category: "Accommodation",
    membersBudget: [
      { memberId: one, ...half, paidValue: 120.1 },
      { memberId: other, ...half },
    ],
  };
}

/** The formats of exports, each with its media type and its first characters. */
export const formats = [
  ["ics", "text/calendar", "BEGIN:VCALENDAR"],
  ["gpx", "application/gpx+xml", "<?xml"],
  ["kml", "application/vnd.google-earth.kml+xml", "<?xml"],
  ["geojson", "application/geo+json", '{"type":"FeatureCollection"'],
  ["csv", "text/csv", "day,item"],
  ["settlement.csv", "text/csv", "party,kind"],
  ["zip", "application/zip", "PK"],
] as const;

/** Checks a file that came, and the answer that brought it. */
export async function checkFile(answer: Response, file: Blob | undefined, kind: string, start: string) {
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("content-type")?.split(";")[0], kind);
  assert.ok(file instanceof Blob, `${kind} came as ${typeof file}`);
  const text = new TextDecoder("latin1").decode(await file.arrayBuffer());
  assert.ok(text.startsWith(start), `${kind} begins with ${text.slice(0, 40)}`);
}

/** The last segment of an address, without an extension. */
export function last(url: string | undefined): string {
  return url?.split("/").at(-1)?.replace(".ics", "") ?? "";
}
