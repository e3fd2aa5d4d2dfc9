import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { emptyContent, sampleContent } from "../../domain/company.fixture.ts";
import { switchToOwnDatabase } from "../own-database.fixture.ts";
import { listIgnoredSources, readSite, readSiteNumber } from "../site.ts";
import { DeskRecords, now } from "../submissions/core/desk.fixture.ts";
import {
  getSiteDraft,
  getSiteVersion,
  listSiteVersions,
  publishSite,
  restoreSite,
  saveSite,
  seedSite,
} from "./edit-site.ts";

const { url } = await switchToOwnDatabase(process.env);
const records = new DeskRecords(url);
const context = { admin: await records.admin(), now };

beforeEach(async () => {
  await records.client.query("TRUNCATE site_versions, site_pictures");
  await seedSite(now);
});

const save = async (content = sampleContent) => saveSite({ ...content, seen: await readNewest() }, context);
const readNewest = async () => (await getSiteDraft(context)).id;
const publish = async () => publishSite({ seen: await readNewest() }, context);
const readActions = async () => (await listSiteVersions(context)).map(({ action, actor }) => [action, actor]);

test("reads the first content from files, and keeps changes made later at the desk", async () => {
  const { id, content } = await getSiteDraft(context);
  expect(content).toMatchObject({ name: "Encaje", smallest: { en: "Projects over USD 10,000" } });
  await seedSite(now);
  expect(await readNewest()).toBe(id);
});

test("shows a saved draft to visitors only after its publication", async () => {
  const number = await readSiteNumber();
  const changed = { ...sampleContent, name: "Istmo Promociones" };
  await save(changed);
  await vi.waitFor(async () => expect((await readSite()).name).toBe("Encaje"), 4_000);
  await publish();
  await vi.waitFor(async () => expect((await readSite()).name).toBe("Istmo Promociones"), 4_000);
  expect(await readSiteNumber()).toBeGreaterThan(number);
  expect((await readSite()).company.es.quotes[0]?.text).toBe("Salieron el día acordado.");
  const by = context.admin.name;
  expect(await readActions()).toEqual([
    ["published", by],
    ["changed", by],
    ["started", null],
  ]);
  const audited = (await records.listAudit(context.admin)).map(({ action }) => action);
  expect(audited.slice(-2)).toEqual(["site_changed", "site_published"]);
});

/** Imports the modules once more, with a state and database connections of their own, as another instance has. */
async function startInstance() {
  vi.resetModules();
  Object.assign(globalThis, { encajeKept: new Map() });
  const instance = { ...(await import("../site.ts")), ...(await import("./pictures.ts")) };
  onTestFinished(async () => (await import("../db.ts")).disconnect());
  return instance;
}

test("shows a publication on every instance within five seconds", async () => {
  const hash = "ab".repeat(32);
  await records.client.query("INSERT INTO site_pictures VALUES ($1, 9, 'webp', $2)", [hash, now]);
  const logo = `${hash}-9x9`;
  await save({ ...emptyContent, name: "With a logo", clients: [{ name: "A", logo }] });
  await publish();
  const instances = [await startInstance(), await startInstance()];
  const readNames = () => Promise.all(instances.map(async ({ readSite: read }) => (await read()).name));
  const readPictures = () => Promise.allSettled(instances.map(({ readPicture }) => readPicture({ hash, side: 9 })));
  expect(await readNames()).toEqual(["With a logo", "With a logo"]);
  expect(await readPictures()).toMatchObject([{ status: "fulfilled" }, { status: "fulfilled" }]);
  await save({ ...emptyContent, name: "Without" });
  await publish();
  expect(await readPictures()).toMatchObject([{ reason: { kind: "not_found" } }, { reason: { kind: "not_found" } }]);
  await vi.waitFor(async () => expect(await readNames()).toEqual(["Without", "Without"]), 5_000);
});

test("stores no version without a change", async () => {
  await save();
  const newest = await readNewest();
  expect(await save()).toEqual({ version: newest });
  const cases = sampleContent.cases.map((each) => ({ ...each, year: 2027 }));
  await expect(save({ ...sampleContent, cases })).rejects.toMatchObject({
    kind: "invalid_input",
    fields: ["cases.0.year"],
  });
});

test("refuses years and days that have not begun in TIME_ZONE", async () => {
  const cases = sampleContent.cases.map((each) => ({ ...each, year: 2027 }));
  const saveAt = async (at: string) =>
    saveSite({ ...sampleContent, cases, seen: await readNewest() }, { ...context, now: new Date(at) });
  await expect(saveAt("2027-01-01T05:59:00Z")).rejects.toMatchObject({ fields: ["cases.0.year"] });
  expect(await saveAt("2027-01-01T06:00:00Z")).toHaveProperty("version");
});

test("overwrites another admin's change only if the admin asks to", async () => {
  const seen = await readNewest();
  await save();
  const other = { ...sampleContent, name: "Other" };
  const conflict = { seen: await readNewest(), by: [context.admin.name] };
  expect(await saveSite({ ...other, seen }, context)).toEqual({ conflict });
  expect((await getSiteDraft(context)).content.name).toBe("Encaje");
  for (const change of [publishSite({ seen }, context), restoreSite({ seen, version: seen }, context)]) {
    await expect(change).rejects.toMatchObject({ kind: "conflict" });
  }
  await saveSite({ ...other, seen, overwrites: conflict.seen }, context);
  expect((await getSiteDraft(context)).content.name).toBe("Other");
  const unpublished = await readNewest();
  await publish();
  expect(await saveSite({ ...other, name: "Third", seen: unpublished }, context)).toHaveProperty("version");
});

test("reads content that another version stored, except for fields that it cannot read", async () => {
  const {
    name: _,
    region: __,
    ...stored
  } = {
    ...sampleContent,
    phone: "unknown",
    team: [{ ...sampleContent.team[0], bio: "x" }],
    motto: "x",
  };
  const versions = "INSERT INTO site_versions (at, actor, action, content) VALUES ($1, 'Ana', 'published', $2)";
  await records.client.query(versions, [now, JSON.stringify(stored)]);
  const { phone: ___, region: ____, ...readable } = { ...sampleContent, name: "Encaje" };
  expect((await getSiteDraft(context)).content).toEqual(readable);
  await vi.waitFor(async () => expect((await readSite()).company.en.legalName).toBe(sampleContent.legalName), 4_000);
  expect(await listIgnoredSources()).toEqual([]);
});

test("restores an old version as a draft", async () => {
  const [first] = await listSiteVersions(context);
  await save();
  await restoreSite({ seen: await readNewest(), version: first?.id ?? 0 }, context);
  expect((await getSiteDraft(context)).content).toEqual(
    (await getSiteVersion({ id: first?.id ?? 0 }, context)).content,
  );
  for (let at = 0; at < 31; at++) await save({ ...emptyContent, name: `Name ${at}` });
  const versions = await listSiteVersions(context);
  expect([versions.length, versions.at(-1)?.action, versions[0]?.action]).toEqual([31, "started", "changed"]);
  await expect(restoreSite({ seen: await readNewest(), version: 2_000_000 }, context)).rejects.toMatchObject({
    kind: "not_found",
  });
});

test("lists variables that differ from the published site", async () => {
  await save({ ...emptyContent, name: "Istmo" });
  await publish();
  expect(await listIgnoredSources()).toEqual([]);
  vi.resetModules();
  vi.stubEnv("SITE_NAME", "Another");
  const site = await import("../site.ts");
  expect(await site.listIgnoredSources()).toEqual(["SITE_NAME"]);
  await vi.waitFor(async () => expect((await site.readSite()).name).toBe("Istmo"), 4_000);
});
