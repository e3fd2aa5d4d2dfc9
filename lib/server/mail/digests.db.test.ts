import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { Admin } from "../../domain/access/operator.ts";
import { toRawTransaction } from "../db.ts";
import { changeSubmissions } from "../submissions/changes/change-submissions.ts";
import { changeStatus, DeskRecords, toItems } from "../submissions/core/desk.fixture.ts";
import { addDigestItems, deleteDigestItems, takeDigest } from "./digests.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
let admin: Admin;
beforeAll(async () => {
  admin = await records.admin();
});

test("puts items that return while a digest is being sent into the next digest", async () => {
  const ana = await records.operator({ digest_hours: [9] });
  const [mailed, noticed, assigned] = [await records.inquiry(), await records.inquiry(), await records.evaluation()];
  for (const ref of [mailed, noticed, assigned]) await addDigestItems(toRawTransaction(records.client), ref, [ana.id]);
  const job = randomUUID();
  expect(await takeDigest(ana.id, job)).toHaveLength(3);
  await addDigestItems(toRawTransaction(records.client), noticed, [ana.id]);
  const items = toItems([assigned, await records.inquiry()], null);
  await changeSubmissions({ type: "owner", owner: ana.id, items }, { operator: admin, now: new Date() });
  await deleteDigestItems(toRawTransaction(records.client), ana.id, job);
  const next = await takeDigest(ana.id, randomUUID());
  expect(next.map(({ kind, id }) => ({ kind, id }))).toEqual(expect.arrayContaining([noticed, assigned]));
  expect(next).toHaveLength(3);
});

test("omits items marked as spam when a digest is sent again", async () => {
  const ana = await records.operator({ digest_hours: [9] });
  const [spam, other] = [await records.evaluation(), await records.inquiry()];
  for (const ref of [spam, other]) await addDigestItems(toRawTransaction(records.client), ref, [ana.id]);
  const change = (status: "spam" | "new") => changeStatus({ ...spam, status }, { operator: admin, now: new Date() });
  const job = randomUUID();
  expect(await takeDigest(ana.id, job)).toHaveLength(2);
  await change("spam");
  expect(await takeDigest(ana.id, job)).toMatchObject([other]);
  await deleteDigestItems(toRawTransaction(records.client), ana.id, job);
  await change("new");
  expect(await takeDigest(ana.id, randomUUID())).toMatchObject([spam]);
});
