import { randomUUID } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { dayMilliseconds } from "../../domain/durations.ts";
import type { Locale } from "../../domain/locale.ts";
import { CatalogRecords, toInput } from "../catalog/catalog-records.fixture.ts";
import { getDraft } from "../catalog/drafts.ts";
import { saveEntry } from "../catalog/edit-entry.ts";
import {
  confirmSubscription,
  endSubscription,
  findSubscription,
  purgeSubscribers,
  queueChangesMails,
  requestSubscription,
} from "../catalog/subscribers.ts";
import { rawDatabase } from "../db.ts";
import { findMailHold, holdMail, releaseMail } from "./mail-queue.ts";
import { MailService, newAddress } from "./mail-service.fixture.ts";
import { sendDueMails } from "./mail-worker.ts";

vi.setConfig({ testTimeout: 60_000 });
const service = await MailService.start(process.env);
const catalog = new CatalogRecords(service.url);
const { client } = service.records;

const now = new Date();
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMilliseconds);
const noticeVersion = "2026-12-01";

afterEach(async () => {
  for (const table of ["mail_holds", "subscribers", "catalog_entries", "erasures"])
    await client.query(`DELETE FROM ${table}`);
});

const ask = (email: string, at: Date, language: Locale = "en") => requestSubscription({ email, language }, { now: at });
const sendDue = () => sendDueMails({ seconds: 30 });
const listQueued = async () => (await client.query("SELECT mail, state FROM mails ORDER BY mail")).rows;

/** The token of the link in the newest mail to this address. */
function readToken(email: string): string {
  const text = service.server.listTo(email).at(-1)?.text ?? "";
  return /\?token=([\w-]+)/.exec(text)?.[1] ?? "";
}

async function subscribe(email: string, at: Date, language: Locale = "en"): Promise<string> {
  await ask(email, at, language);
  await sendDue();
  const token = readToken(email);
  await confirmSubscription({ token, noticeVersion }, { now: at });
  return token;
}

/** Makes the next mail with changes due at once. */
const makeDue = () => client.query("UPDATE subscribers SET next_at = now() WHERE confirmed_at IS NOT NULL");

const spec = (paths: string[]) => ({
  openapi: "3.1.0",
  info: { title: "Receipts", version: "1" },
  paths: Object.fromEntries(paths.map((name) => [name, { get: { responses: { 200: { description: "Found" } } } }])),
});

/** Publishes an entry with the first paths, and changes its document to the second ones. */
async function changeDocument(at: Date, before: string[], after: string[]) {
  const entry = await catalog.entry({ spec: spec(before), endpoints: [] }, { isPublished: true });
  const { id: _, updatedAt: __, published: ___, ...content } = entry;
  await saveEntry(toInput(entry, { ...content, spec: spec(after) }), { ...catalog.context, now: at });
  return getDraft(entry, catalog.context);
}

async function publishChange(at: Date, before: string[], after: string[]) {
  const entry = await changeDocument(new Date(), before, after);
  await client.query("UPDATE catalog_releases SET at = $1 WHERE entry_id = $2 AND number = 2", [at, entry.id]);
  return entry;
}

test("asks a new subscriber to confirm only once a day", async () => {
  const email = newAddress();
  await Promise.all(Array.from({ length: 8 }, () => ask(email, daysAgo(2.5))));
  await ask(email, daysAgo(1.6), "es");
  expect(await listQueued()).toEqual([{ mail: "subscription", state: "waiting" }]);
  expect(await sendDue()).toMatchObject({ sent: 1 });
  await ask(email, daysAgo(1.4), "es");
  expect(await sendDue()).toMatchObject({ sent: 1 });
  expect(service.server.listTo(email).map(({ subject }) => subject)).toEqual([
    "Please confirm: API changes by email",
    "Por favor, confirme: cambios de nuestras APIs por correo",
  ]);
  const token = readToken(email);
  await confirmSubscription({ token, noticeVersion }, { now });
  await ask(email, new Date(now.getTime() + 2 * dayMilliseconds));
  expect(await listQueued()).toEqual([]);
});

test("confirms a subscription only by the mailed link", async () => {
  const email = newAddress();
  await ask(email, now);
  await sendDue();
  const token = readToken(email);
  const find = () => findSubscription(token, { now });
  expect(await find()).toBe("asked");
  for (const other of ["", undefined, `${token}a`, token.slice(1), randomUUID()]) {
    await confirmSubscription({ token: other, noticeVersion }, { now });
    await endSubscription(other, { now });
  }
  expect(await find()).toBe("asked");
  await confirmSubscription({ token, noticeVersion }, { now });
  await confirmSubscription({ token, noticeVersion: "2026-11-28" }, { now: new Date(now.getTime() + 1_000) });
  const { rows } = await client.query("SELECT confirmed_at, notice_version FROM subscribers WHERE email = $1", [email]);
  expect(rows).toEqual([{ confirmed_at: now, notice_version: noticeVersion }]);
  expect(await find()).toBe("confirmed");
  await endSubscription(token, { now });
  await endSubscription(token, { now });
  expect(await find()).toBe("ended");
  expect((await client.query("SELECT FROM subscribers")).rowCount).toBe(0);
});

test("sends a confirmed subscriber the week's changes once", async () => {
  const [en, es, unconfirmed] = [newAddress(), newAddress(), newAddress()];
  await publishChange(daysAgo(9), ["/early"], ["/early", "/earlier"]);
  await subscribe(en, daysAgo(8));
  await subscribe(es, daysAgo(8), "es");
  await ask(unconfirmed, now);
  const broken = await publishChange(daysAgo(3), ["/receipts", "/prizes"], ["/receipts"]);
  const grown = await publishChange(daysAgo(2), ["/draws"], ["/draws", "/winners"]);
  await makeDue();
  await sendDue();
  const [, mail, ...more] = service.server.listTo(en);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe("A breaking change in our APIs");
  const text = mail?.text ?? "";
  const places = ["Breaking: ", "/prizes", broken.slug, "/winners", grown.slug].map((part) => text.indexOf(part));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
  expect(text).toContain(`https://encaje.example/en/catalog/${broken.slug}/changes#version-2`);
  expect(text).not.toContain("/earlier");
  const inSpanish = service.server.listTo(es)[1];
  expect(inSpanish?.subject).toBe("Un cambio incompatible en nuestras APIs");
  expect(inSpanish?.text).toContain(`https://encaje.example/es/catalogo/${broken.slug}/cambios#version-2`);
  expect(service.server.listTo(unconfirmed)).toHaveLength(1);
  await makeDue();
  expect(await sendDue()).toMatchObject({ sent: 0 });
});

test("reports each change once, even if its transaction ends late", async () => {
  const email = newAddress();
  await subscribe(email, daysAgo(1));
  const late = [];
  // A request that waits keeps its time, so its change is older than the confirmation or the mail before it.
  for (const day of [2, 3, 4]) {
    late.push(await changeDocument(daysAgo(day), ["/draws"], ["/draws", "/winners"]));
    await makeDue();
    await sendDue();
  }
  const [, ...mails] = service.server.listTo(email);
  const slugs = late.map(({ slug }) => slug);
  expect(mails.map(({ text }) => slugs.filter((slug) => text?.includes(slug)))).toEqual(slugs.map((slug) => [slug]));
});

test("leaves out no change of the week, however many follow it", async () => {
  const email = newAddress();
  await subscribe(email, daysAgo(8));
  const broken = await publishChange(daysAgo(5), ["/receipts", "/prizes"], ["/receipts"]);
  await publishChange(daysAgo(3), ["/draws"], ["/draws", "/winners"]);
  await client.query(
    `INSERT INTO catalog_releases (entry_id, number, at, document_hash, comparison)
     SELECT entry_id, 2 + round, at + round * interval '1 minute', document_hash, $2
     FROM catalog_releases CROSS JOIN generate_series(1, 50) AS round WHERE number = 2 AND at = $1`,
    [daysAgo(3), { level: "other", changes: [], partial: [], unresolved: [] }],
  );
  await makeDue();
  await sendDue();
  expect(service.server.listTo(email)[1]?.text).toContain(`/catalog/${broken.slug}/changes#version-2`);
});

test("sends the headers for one-click unsubscribing", async () => {
  const email = newAddress();
  const token = await subscribe(email, daysAgo(8), "es");
  await publishChange(daysAgo(1), ["/draws"], ["/draws", "/winners"]);
  await sendDue();
  const mail = service.server.listTo(email)[1];
  const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value;
  const page = "https://encaje.example/es/cambios/suscripcion";
  expect(header("list-unsubscribe")).toBe(`<${page}/enviar?token=${token}>`);
  expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  expect(mail?.text).toContain(`${page}?token=${token}`);
  expect(mail?.text).not.toContain(email);
});

test("sends no mail in a week without changes", async () => {
  const email = newAddress();
  await subscribe(email, daysAgo(15));
  await client.query("UPDATE subscribers SET next_at = $1", [daysAgo(8)]);
  await sendDue();
  expect(service.server.listTo(email)).toHaveLength(1);
  expect(await listQueued()).toEqual([]);
  await publishChange(daysAgo(10), ["/draws"], ["/draws", "/winners"]);
  await makeDue();
  await sendDue();
  expect(service.server.listTo(email)).toHaveLength(2);
});

test("queues the weekly mail once, even if several workers run at once", async () => {
  await subscribe(newAddress(), daysAgo(30));
  await Promise.all(Array.from({ length: 6 }, () => queueChangesMails(rawDatabase("mail"), now)));
  expect(await listQueued()).toEqual([{ mail: "changes", state: "waiting" }]);
  expect(await queueChangesMails(rawDatabase("mail"), new Date(now.getTime() + 6.9 * dayMilliseconds))).toBe(0);
  expect(await queueChangesMails(rawDatabase("mail"), new Date(now.getTime() + 7 * dayMilliseconds))).toBe(0);
  expect(await listQueued()).toHaveLength(1);
});

test("leaves a week between two mails, even if the first one was late", async () => {
  await subscribe(newAddress(), daysAgo(8));
  await publishChange(daysAgo(1), ["/draws"], ["/draws", "/winners"]);
  await queueChangesMails(rawDatabase("mail"), daysAgo(0.9));
  await sendDue();
  const { rows } = await client.query("SELECT next_at FROM subscribers");
  expect(rows[0].next_at.getTime()).toBeGreaterThanOrEqual(now.getTime() + 7 * dayMilliseconds);
});

test("erases an address that was not confirmed within three days", async () => {
  const [old, young] = [newAddress(), newAddress()];
  await ask(old, daysAgo(3));
  await sendDue();
  await client.query("UPDATE subscribers SET next_at = $1", [daysAgo(1)]);
  const token = readToken(old);
  expect(await findSubscription(token, { now })).toBe("ended");
  await confirmSubscription({ token, noticeVersion }, { now });
  await ask(young, daysAgo(2.9));
  const confirmed = await subscribe(newAddress(), daysAgo(400));
  await client.query("UPDATE mails SET state = 'dead'");
  await purgeSubscribers({ now });
  const { rows } = await client.query("SELECT email FROM subscribers WHERE email = ANY ($1)", [[old, young]]);
  expect(rows).toEqual([{ email: young }]);
  expect(await findSubscription(confirmed, { now })).toBe("confirmed");
});

test("sends no queued mail to a person who has ended the subscription", async () => {
  const email = newAddress();
  const token = await subscribe(email, daysAgo(8));
  await publishChange(daysAgo(1), ["/draws"], ["/draws", "/winners"]);
  await queueChangesMails(rawDatabase("mail"), now);
  await endSubscription(token, { now });
  expect(await listQueued()).toEqual([]);
});

test.each([
  [550, "no such user"],
  [550, "5.1.1 no such user"],
])("sends one confirmation a day to an address that refuses it: %s %s", async (...refusal) => {
  const email = newAddress();
  service.server.refusals.set(email, refusal);
  await ask(email, daysAgo(2));
  await sendDue();
  await ask(email, daysAgo(1.1));
  expect(await listQueued()).toEqual([]);
  await ask(email, daysAgo(1));
  expect(await listQueued()).toEqual([{ mail: "subscription", state: "waiting" }]);
  await sendDue();
  await purgeSubscribers({ now: new Date(now.getTime() + 2 * dayMilliseconds) });
  expect((await client.query("SELECT FROM subscribers")).rowCount).toBe(0);
});

test("deletes a confirmed address without a mailbox, unless the fault may be ours", async () => {
  const [gone, kept] = [newAddress(), newAddress()];
  await subscribe(gone, daysAgo(8));
  await subscribe(kept, daysAgo(8));
  service.server.refusals.set(gone, [550, "5.1.1 no such user"]);
  service.server.refusals.set(kept, [550, "relaying denied"]);
  await publishChange(daysAgo(1), ["/draws"], ["/draws", "/winners"]);
  await makeDue();
  await sendDue();
  expect((await client.query("SELECT email FROM subscribers")).rows).toEqual([{ email: kept }]);
  expect(await listQueued()).toEqual([{ mail: "changes", state: "dead" }]);
});

test("sends no change again whose mail was discarded with a mail hold", async () => {
  const email = newAddress();
  await subscribe(email, daysAgo(8));
  await publishChange(daysAgo(2), ["/draws"], ["/draws", "/winners"]);
  await holdMail({ now });
  expect(await releaseMail({ owed: "discard" }, { admin: "console", now })).toEqual({ count: 1 });
  await makeDue();
  expect(await sendDue()).toMatchObject({ sent: 0 });
});

test("counts mails that are due when a mail hold begins as owed", async () => {
  await subscribe(newAddress(), daysAgo(8));
  await holdMail({ now });
  expect(await findMailHold("desk")).toMatchObject({ owed: 1 });
});
