import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { Admin } from "../../domain/desk/operator.ts";
import { changeMany } from "../submissions/change-many.ts";
import { changeStatus } from "../submissions/change-status.ts";
import { DeskRecords } from "../submissions/desk.fixture.ts";
import { addDigestItems, deleteDigestItems, takeDigest } from "./digests.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
let admin: Admin;
beforeAll(async () => {
  admin = await records.admin();
});

test("what comes up again while a digest is being sent is in the next one", async () => {
  const ana = await records.operator({ digest_hours: [9] });
  const [told, noticed, assigned] = [await records.inquiry(), await records.inquiry(), await records.evaluation()];
  for (const ref of [told, noticed, assigned]) await addDigestItems(records.client, ref, [ana.id]);
  const job = randomUUID();
  expect(await takeDigest(ana.id, job)).toHaveLength(3);
  await addDigestItems(records.client, noticed, [ana.id]);
  await changeMany(
    { items: [{ ...assigned, revision: 0 }], change: { type: "owner", owner: ana.id } },
    { operator: admin, now: new Date() },
  );
  await deleteDigestItems(records.client, ana.id, job);
  const next = await takeDigest(ana.id, randomUUID());
  expect(next.map(({ kind, id }) => ({ kind, id }))).toEqual(expect.arrayContaining([noticed, assigned]));
  expect(next).toHaveLength(2);
});

test("what was marked as spam between two attempts of a digest is in the next one after it is brought back", async () => {
  const ana = await records.operator({ digest_hours: [9] });
  const [spam, other] = [await records.evaluation(), await records.inquiry()];
  for (const ref of [spam, other]) await addDigestItems(records.client, ref, [ana.id]);
  const change = (revision: number, status: "spam" | "new") =>
    changeStatus({ ...spam, revision, status }, { operator: admin, now: new Date() });
  const job = randomUUID();
  expect(await takeDigest(ana.id, job)).toHaveLength(2);
  await change(0, "spam");
  expect(await takeDigest(ana.id, job)).toMatchObject([other]);
  await deleteDigestItems(records.client, ana.id, job);
  await change(1, "new");
  expect(await takeDigest(ana.id, randomUUID())).toMatchObject([spam]);
});
