// What the programs of all clients share: where the service is, a new name, and a picture to upload.

export const base = process.env["WAYFARE_BASE"] ?? "";

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
