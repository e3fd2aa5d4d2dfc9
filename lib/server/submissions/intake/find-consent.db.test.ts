import { describe, expect, test } from "vitest";
import { consentLinkDays } from "../../../domain/submissions/core/consent.ts";
import { database } from "../../db.ts";
import { hoursAgo, now } from "../core/desk.fixture.ts";
import { ConsentRecords } from "./consent.fixture.ts";
import { answerConsent, createConsentLinks, findConsent } from "./consent.ts";
import { unusableTokens } from "./unusable-tokens.fixture.ts";

const records = new ConsentRecords(process.env.DATABASE_URL);

describe.each(["evaluation", "inquiry"] as const)("findConsent for kind %s", (kind) => {
  test("shows the purpose, agent and date of a consent link, and none of the person's text", async () => {
    const ref = await records.claimed(kind, { agent_name: "Claude <b>", created_at: hoursAgo(3) });
    const tokens = await createConsentLinks(ref, { now });
    for (const purpose of ["confirm", "withdraw"] as const) {
      const expected = { ...ref, purpose, agentName: "Claude <b>", submittedAt: hoursAgo(3) };
      expect(await findConsent(tokens[purpose], { now })).toStrictEqual(expected);
    }
  });

  test("reads a consent link repeatedly without changing anything", async () => {
    const ref = await records.claimed(kind);
    const tokens = await createConsentLinks(ref, { now });
    const before = await records.readState(ref);
    for (const token of Object.values(tokens).flatMap((each) => [each, each, each])) {
      expect(await findConsent(token, { now })).not.toBeNull();
    }
    expect(await records.readState(ref)).toEqual(before);
  });

  test("finds no used, expired or unknown consent link, and none of a withdrawn submission", async () => {
    const ref = await records.claimed(kind);
    const { confirm, withdraw } = await createConsentLinks(ref, { now });
    const end = now.getTime() + consentLinkDays * 24 * 60 * 60 * 1000;
    expect(await findConsent(confirm, { now: new Date(end - 1) })).not.toBeNull();
    expect(await findConsent(confirm, { now: new Date(end) })).toBeNull();
    await answerConsent({ token: confirm }, { now });
    expect(await findConsent(confirm, { now })).toBeNull();
    expect(await findConsent(withdraw, { now })).toMatchObject({ purpose: "withdraw" });
    await answerConsent({ token: withdraw }, { now });
    expect(await findConsent(withdraw, { now })).toBeNull();
    const later = await createConsentLinks(ref, { now });
    expect(await findConsent(later.withdraw, { now })).toBeNull();
  });
});

test("finds nothing for an invalid token", async () => {
  const { confirm } = await createConsentLinks(await records.claimed("evaluation"), { now });
  for (const token of unusableTokens(confirm)) expect(await findConsent(token, { now })).toBeNull();
});

test("reads consent links without the connections reserved for submissions", async () => {
  const { confirm } = await createConsentLinks(await records.claimed("evaluation"), { now });
  const { withdraw } = await createConsentLinks(await records.claimed("evaluation"), { now });
  const sleepers = Array.from({ length: 20 }, () =>
    database((db) => db.$queryRaw`SELECT pg_sleep(1)`).catch(() => undefined),
  );
  const [found, answered] = await Promise.allSettled([
    findConsent(confirm, { now }),
    answerConsent({ token: withdraw }, { now }),
  ]);
  await Promise.all(sleepers);
  expect(found).toMatchObject({ status: "fulfilled", value: { purpose: "confirm" } });
  expect(answered).toMatchObject({ status: "fulfilled", value: { purpose: "withdraw" } });
});
