import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { fullContent } from "../../domain/catalog/editor/editor.fixture.ts";
import { dayMilliseconds, hourMilliseconds } from "../../domain/durations.ts";
import type { JsonObject } from "../../domain/json.ts";
import { startHttpsServer } from "../https-server.fixture.ts";
import { isPublicAddress } from "../outside-request.ts";
import { switchToOwnDatabase } from "../own-database.fixture.ts";
import { CatalogRecords } from "./catalog-records.fixture.ts";
import { getDraft } from "./drafts.ts";
import { publishDocument, publishEntry, saveEntry, unpublishEntry } from "./edit-entry.ts";
import { listReleases } from "./releases.ts";
import { findDocumentState, findWatch, watchCatalog } from "./watch.ts";

const host = "documents.example";
// The checks take every entry that is due, also those of other tests.
await switchToOwnDatabase(process.env);
const records = new CatalogRecords(process.env.DATABASE_URL);

type Answer = (outgoing: ServerResponse, isConditional: boolean) => void;
const answers = new Map<string, Answer>();
const asked: { path: string; method: string | undefined; isConditional: boolean }[] = [];
let server: Awaited<ReturnType<typeof startHttpsServer>>;

beforeAll(async () => {
  server = await startHttpsServer(host, ({ url = "", method, headers }, outgoing) => {
    const isConditional = headers["if-none-match"] !== undefined;
    asked.push({ path: url, method, isConditional });
    (answers.get(url) ?? ((to) => to.writeHead(404).end()))(outgoing, isConditional);
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  vi.stubEnv("CONTACT_EMAIL", "team@encaje.example");
  vi.stubEnv("SCHEDULING_URL", "https://book.encaje.example");
  await records.client.query("UPDATE catalog_entries SET published = false");
  asked.length = 0;
});

const toSpec = (names: string[], version = "1") => ({
  openapi: "3.1.0",
  info: { title: "Receipts", version },
  paths: Object.fromEntries(names.map((name) => [name, { get: { responses: { 200: { description: "Found" } } } }])),
});
const send =
  (spec: JsonObject, etag = '"1"'): Answer =>
  (outgoing, isConditional) =>
    isConditional
      ? outgoing.writeHead(304).end()
      : outgoing.writeHead(200, { "content-type": "application/json", etag }).end(JSON.stringify(spec));
const sendNew =
  (spec: JsonObject): Answer =>
  (outgoing) =>
    outgoing.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(spec));

const start = new Date("2026-12-01T08:00:00.000Z");
const after = (days: number) => new Date(start.getTime() + days * dayMilliseconds);
const network = {
  milliseconds: 10_000,
  findAddress: async (name: string) => (name === host ? "127.0.0.1" : isPublicAddress(name) ? name : null),
};
const check = (now: Date, more = {}) => watchCatalog(now, { network: { ...network, ...more } });

const [service] = fullContent().services;
const published = toSpec(["/receipts", "/prizes"]);

async function newWatchedEntry(content: object = {}) {
  const path = `/${randomUUID()}.json`;
  const url = `https://${host}:${server.port}${path}`;
  answers.set(path, send(published));
  const change = { spec: published, swaggerUrl: url, docsUrl: null, services: [], ...content };
  const { id, slug } = await records.entry(change, { isPublished: true });
  // The first run registers the entries; they are checked within an hour.
  await check(start);
  const state = () => findDocumentState({ id });
  return { id, slug, path, state, watch: () => findWatch({ entryId: id }, records.context) };
}
type Watched = Awaited<ReturnType<typeof newWatchedEntry>>;
const countAsked = ({ path }: Watched) => asked.filter((each) => each.path === path).length;

test("requests a document once a day by a conditional request", async () => {
  const entry = await newWatchedEntry();
  for (let hours = 0; hours < 8 * 24; hours += 6) await check(new Date(start.getTime() + hours * hourMilliseconds));
  expect(countAsked(entry)).toBeGreaterThanOrEqual(7);
  expect(countAsked(entry)).toBeLessThanOrEqual(9);
  expect(asked.filter((each) => each.path === entry.path && !each.isConditional)).toHaveLength(1);
  const { checkedAt, unchangedAt, ...state } = (await entry.state()) ?? {};
  expect(state).toMatchObject({ failures: 0, isUnreachable: false, comparison: null });
  expect(checkedAt?.getTime()).toBeGreaterThan(after(6).getTime());
  expect(unchangedAt?.getTime()).toBeLessThan(after(0.3).getTime());
});

test("goes on with the time while it checks many entries", async () => {
  const entries: Watched[] = [];
  for (let at = 0; at < 5; at++) entries.push(await newWatchedEntry());
  await check(after(1));
  const checked = await Promise.all(entries.map(({ state }) => state()));
  expect(new Set(checked.map((state) => state?.checkedAt?.getTime())).size).toBe(2);
});

test("keeps a changed document as a draft until the URL serves the old one again", async () => {
  const entry = await newWatchedEntry();
  await check(after(0.1));
  answers.set(entry.path, sendNew(toSpec(["/receipts"], "2")));
  await check(after(2));
  const changed = await entry.watch();
  expect(changed).toMatchObject({
    draft: { info: { version: "2" } },
    comparison: { level: "breaking" },
    unchangedAt: after(2),
  });
  await check(after(4));
  expect(await entry.watch()).toMatchObject({ unchangedAt: after(2), checkedAt: after(4) });
  answers.set(entry.path, sendNew(published));
  await check(after(6));
  expect(await entry.watch()).toMatchObject({ draft: null, comparison: null, unchangedAt: after(6) });
  expect(await listReleases({ entryId: entry.id })).toEqual([]);
});

const broken: [string, Answer][] = [
  ["500", (to) => to.writeHead(500).end()],
  ["no OpenAPI document", (to) => to.writeHead(200, { "content-type": "application/json" }).end("[]")],
  ["a redirect into our network", (to) => to.writeHead(302, { location: "https://10.0.0.1/a.json" }).end()],
  ["nothing", () => undefined],
];

test.each(broken)("reports a document as unreachable after three failures in 24 hours: %s", async (_name, answer) => {
  const entry = await newWatchedEntry();
  await check(after(0.1));
  answers.set(entry.path, answer);
  const states: (boolean | undefined)[] = [];
  for (const days of [2, 2.5, 3]) {
    await check(after(days), { milliseconds: 400 });
    states.push((await entry.state())?.isUnreachable);
  }
  expect(states).toEqual([false, false, true]);
  expect(await entry.state()).toMatchObject({ failedAt: after(2), checkedAt: after(0.1), comparison: null });
  expect((await getDraft(entry, records.context)).published).toBe(true);
  answers.set(entry.path, sendNew(published));
  await check(after(6));
  expect(await entry.state()).toMatchObject({ isUnreachable: false, failures: 0, unchangedAt: after(0.1) });
});

test("connects to no address inside our network", async () => {
  const connections = server.connections();
  const inside = ["127.0.0.1", "10.1.2.3", "[::1]", "169.254.169.254", "localhost", "[::ffff:127.0.0.1]"];
  const services = Array.from({ length: 12 }, (_, at) => ({
    ...service,
    id: `s${at}`,
    docsUrl: `https://${inside[at % 6]}:${server.port}/${at}`,
  }));
  const entries = await Promise.all(
    Array.from({ length: 6 }, (_, at) =>
      newWatchedEntry({ swaggerUrl: `https://${inside[at % 6]}:${server.port}/${at}.json`, services }),
    ),
  );
  await check(after(1));
  for (const entry of entries) expect(await entry.state()).toMatchObject({ failures: 1 });
  expect(server.connections()).toBe(connections);
});

test("requests the other URLs of an entry, and lists those that do not respond", async () => {
  const url = (path: string) => `https://${host}:${server.port}${path}`;
  answers.set("/docs", (to) => to.writeHead(asked.at(-1)?.method === "HEAD" ? 405 : 206).end("<html>"));
  const entry = await newWatchedEntry({
    docsUrl: url("/docs"),
    services: [{ ...service, docsUrl: url("/gone") }],
  });
  for (const days of [1, 1.5, 2]) await check(after(days));
  expect((await entry.watch())?.deadLinks).toEqual([url("/gone")]);
});

test("publishes a draft only in the version that the operator has seen", async () => {
  const entry = await newWatchedEntry({ endpoints: ["GET /receipts", "GET /prizes"] });
  await check(after(0.1));
  answers.set(entry.path, sendNew(toSpec(["/receipts"], "2")));
  await check(after(2));
  const { id, updatedAt } = await getDraft(entry, records.context);
  const seen = { id, updatedAt, since: after(2).toISOString() };
  const others = { ...seen, since: after(1).toISOString() };
  await expect(publishDocument(others, records.context)).rejects.toMatchObject({ kind: "conflict" });
  await publishDocument(seen, { ...records.context, now: after(3) });
  expect(await getDraft(entry, records.context)).toMatchObject({
    published: true,
    titleEn: expect.not.stringMatching("Receipts"),
    endpoints: ["GET /receipts"],
    spec: { info: { version: "2" } },
  });
  expect(await entry.watch()).toMatchObject({ draft: null, comparison: null, unchangedAt: after(2) });
  expect(await listReleases({ entryId: id })).toMatchObject([
    { number: 2, comparison: { level: "breaking", changes: [{ rule: "operation-removed" }, {}] } },
  ]);
});

test("drops a draft that an operator has published otherwise, although its URL fails", async () => {
  const entry = await newWatchedEntry();
  await check(after(0.1));
  const spec = toSpec(["/receipts"], "2");
  answers.set(entry.path, (to) => send(spec, '"2"')(to, false));
  await check(after(2));
  expect(await entry.watch()).toMatchObject({ draft: { info: { version: "2" } } });
  const context = { ...records.context, now: after(2.1) };
  await unpublishEntry(await getDraft(entry, context), context);
  const unpublished = await getDraft(entry, context);
  await saveEntry({ ...unpublished, spec, entry: unpublished }, context);
  await publishEntry(await getDraft(entry, context), context);
  answers.set(entry.path, (to) => to.writeHead(500).end());
  await check(after(4));
  expect(await entry.watch()).toMatchObject({ draft: null, comparison: null, failures: 1 });
  answers.set(entry.path, send(spec, '"2"'));
  await check(after(6));
  expect(await entry.watch()).toMatchObject({ draft: null, comparison: null, failures: 0 });
});

test("does not change or publish an operator's own draft", async () => {
  const entry = await newWatchedEntry();
  await check(after(0.1));
  answers.set(entry.path, sendNew(toSpec(["/receipts"], "2")));
  await check(after(2));
  const context = { ...records.context, now: after(2.1) };
  await unpublishEntry(await getDraft(entry, context), context);
  const unpublished = await getDraft(entry, context);
  await saveEntry({ ...unpublished, titleEn: "Mine", entry: unpublished }, context);
  const own = await getDraft(entry, context);
  await check(after(4));
  expect(await getDraft(entry, context)).toEqual(own);
  const seen = { id: own.id, updatedAt: own.updatedAt, since: after(2).toISOString() };
  await expect(publishDocument(seen, context)).rejects.toMatchObject({ kind: "conflict" });
  expect(await getDraft(entry, context)).toEqual(own);
});

test("checks each entry once, even if two workers run at the same time", async () => {
  const entries = await Promise.all(Array.from({ length: 6 }, () => newWatchedEntry()));
  await Promise.all([check(after(1)), check(after(1))]);
  expect(entries.map(countAsked)).toEqual(entries.map(() => 1));
});

test("checks no entry in a demonstration", async () => {
  await newWatchedEntry();
  vi.unstubAllEnvs();
  vi.resetModules();
  const demonstration = await import("./watch.ts");
  await demonstration.watchCatalog(after(1), { network });
  expect(asked).toEqual([]);
});
