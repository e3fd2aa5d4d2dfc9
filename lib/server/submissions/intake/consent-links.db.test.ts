import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { dayMilliseconds } from "../../../domain/durations.ts";
import { SecretToken } from "../../../domain/submissions/core/consent.ts";
import { now } from "../core/desk.fixture.ts";
import { ConsentRecords } from "./consent.fixture.ts";
import { createConsentLinks, deleteConsentLinks, purgeConsentLinks } from "./consent.ts";

const records = new ConsentRecords(process.env.DATABASE_URL);
const inDays = (days: number) => new Date(now.getTime() + days * dayMilliseconds);

test("stores only the hash of a 256-bit token, for thirty days", async () => {
  const ref = await records.claimed("inquiry");
  const tokens = await createConsentLinks(ref, { now });
  const rows = await records.listLinks(ref);
  expect(rows).toEqual(
    (["confirm", "withdraw"] as const).map((purpose) => ({
      token_hash: createHash("sha256").update(tokens[purpose]).digest("hex"),
      purpose,
      kind: "inquiry",
      submission_id: ref.id,
      expires_at: inDays(30),
    })),
  );
  for (const token of Object.values(tokens)) {
    expect(SecretToken.safeParse(token).success).toBe(true);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    expect(JSON.stringify(rows)).not.toContain(token);
  }
});

test("creates a different token for each link", async () => {
  const ref = await records.claimed("evaluation");
  const pairs = await Promise.all(Array.from({ length: 20 }, () => createConsentLinks(ref, { now })));
  expect(new Set(pairs.flatMap((pair) => Object.values(pair))).size).toBe(40);
});

test("deletes the links of an unsent mail but not those of other attempts", async () => {
  const ref = await records.claimed("evaluation");
  const [first] = [await createConsentLinks(ref, { now }), await createConsentLinks(ref, { now: inDays(1) })];
  await deleteConsentLinks(first);
  expect((await records.listLinks(ref)).map(({ expires_at }) => expires_at)).toEqual([inDays(31), inDays(31)]);
});

test("purges links once they have expired, not a millisecond earlier", async () => {
  const ref = await records.claimed("evaluation");
  // A time in the past at which no link of another test expires.
  await createConsentLinks(ref, { now: inDays(-2_000) });
  const end = inDays(-1_970).getTime();
  await purgeConsentLinks({ now: new Date(end - 1) });
  expect(await records.listLinks(ref)).toHaveLength(2);
  await purgeConsentLinks({ now: new Date(end) });
  expect(await records.listLinks(ref)).toEqual([]);
});
