import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  ContactInput,
  contactFields,
  EvaluationInput,
  evaluationFields,
} from "../../../domain/submissions/core/schema.ts";
import {
  answersByKeyWorth,
  nineTwos,
  validContact,
  validEvaluation,
} from "../../../domain/submissions/core/valid-input.fixture.ts";
import { DeskRecords } from "../core/desk.fixture.ts";
import { submitEvaluation, submitInquiry } from "./submit.ts";

const { client } = new DeskRecords(process.env.DATABASE_URL);

type Change = Record<string, unknown>;
const utm = '{"utm_source":"newsletter","10":"x","__proto__":"a"}';
const toUtm = (json: string): Change => ({ utm: JSON.parse(json) });

/** Every optional field, so that a test can leave each of them out. */
const full: Change = {
  agentName: "Some Assistant",
  userConsent: true,
  ...toUtm(utm),
  landingPage: "/en",
  referrer: "https://a.test/",
};
const kinds = [
  {
    kind: "evaluation",
    fields: evaluationFields,
    submit: (submissionKey: string, change: Change = {}) =>
      submitEvaluation(EvaluationInput.parse(validEvaluation({ ...full, phone: "+502 5555", ...change })), {
        now: new Date(),
        requestId: randomUUID(),
        submissionKey,
      }),
  },
  {
    kind: "inquiry",
    fields: contactFields,
    submit: (submissionKey: string, change: Change = {}) =>
      submitInquiry(ContactInput.parse(validContact({ ...full, topic: "prize-draws", ...change })), {
        now: new Date(),
        requestId: randomUUID(),
        submissionKey,
      }),
  },
];

/** Different values for each field of the schemas, except `website`, which is always empty and not stored. */
const differences: Record<keyof typeof evaluationFields | keyof typeof contactFields, Change[]> = {
  name: [{ name: "ana ruiz" }],
  email: [{ email: "Ana@example.com" }],
  language: [{ language: "en" }, { language: "es" }],
  sourcePage: [{ sourcePage: "" }],
  channel: [{ channel: "ai_agent" }],
  agentName: [{ agentName: "some assistant" }, { agentName: undefined }],
  userConsent: [{ userConsent: false }, { userConsent: undefined }],
  utm: [
    ...['{"utm_source":"Newsletter","10":"x","__proto__":"a"}', '{"utm_source":"newsletter","10":"x"}'].map(toUtm),
    ...['{"utm_source":"newsletter","10":"x","__proto__":"b"}', "{}"].map(toUtm),
    { utm: undefined },
  ],
  landingPage: [{ landingPage: "/es" }, { landingPage: undefined }, { landingPage: "" }],
  referrer: [{ referrer: "https://b.test/" }, { referrer: undefined }],
  website: [{ website: "" }],
  role: [{ role: "Director" }],
  company: [{ company: "Casa Ruiz S.A." }],
  phone: [{ phone: "+502 5556" }, { phone: undefined }, { phone: "" }],
  projectDescription: [{ projectDescription: "A loyalty programme for four countries." }],
  discoverySource: [{ discoverySource: "A colleague" }],
  answers: [{ answers: [...nineTwos.slice(1), 1.999_999_999_999] }, { answers: [0, ...nineTwos.slice(1)] }],
  answersByKey: [{ answers: undefined, answersByKey: answersByKeyWorth(nineTwos) }],
  message: [{ message: "How long does it take??" }],
  topic: [{ topic: "loyalty" }, { topic: undefined }],
};

const conflict = { kind: "conflict", message: expect.stringContaining("Idempotency-Key") };

describe.each(kinds)("submission fingerprint of kind $kind", ({ kind, fields, submit }) => {
  const readRows = async (key: string) =>
    (await client.query("SELECT * FROM submissions WHERE kind = $1 AND submission_key = $2", [kind, key])).rows;

  test.each(Object.keys(fields) as (keyof typeof differences)[])(
    "rejects the same submission key with a different %s",
    async (field) => {
      const key = randomUUID();
      const first = await submit(key);
      const [row] = await readRows(key);
      expect(row.submission_fingerprint).toHaveLength(32);
      const changes = differences[field].filter(({ language }) => language === undefined || language !== row.language);
      for (const change of changes)
        await expect(submit(key, change), JSON.stringify(change)).rejects.toMatchObject(conflict);
      expect(await submit(key)).toEqual(first);
      expect(await readRows(key)).toEqual([row]);
    },
  );

  test("accepts the same submission key if only the formatting of the request differs", async () => {
    const key = randomUUID();
    const first = await submit(key);
    const same: Change[] = [
      { channel: "web" },
      { name: "  Ana Ruiz\n" },
      toUtm('{"__proto__":" a ","utm_source":"newsletter","10":"x"}'),
      { somethingUnknown: 1 },
      ...(kind === "evaluation" ? [{ answers: JSON.parse("[2.0, 2, 2e0, 2, 2, 2, 2, 2, 2]") }] : []),
    ];
    for (const change of same) expect(await submit(key, change)).toEqual(first);
  });

  test("rejects a submission key that was stored without a fingerprint", async () => {
    const key = randomUUID();
    await submit(key);
    await client.query("UPDATE submissions SET submission_fingerprint = NULL WHERE submission_key = $1", [key]);
    await expect(submit(key)).rejects.toMatchObject(conflict);
  });

  test("stores one of 20 different submissions sent at once with the same submission key", async () => {
    const key = randomUUID();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) => submit(key, { sourcePage: `/${at}` })),
    );
    const stored = results.filter(({ status }) => status === "fulfilled");
    const refused = results.filter((result) => result.status === "rejected").map(({ reason }) => reason);
    expect(stored).toHaveLength(1);
    expect(refused).toEqual(Array(19).fill(expect.objectContaining(conflict)));
    expect(await readRows(key)).toHaveLength(1);
  });
});
