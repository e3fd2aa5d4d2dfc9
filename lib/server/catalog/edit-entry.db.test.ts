import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { changesOf } from "../../domain/catalog/editor/changes-of.ts";
import type { EntryContent } from "../../domain/catalog/editor/content.ts";
import { fullContent } from "../../domain/catalog/editor/editor.fixture.ts";
import type { Operator } from "../../domain/desk/operator.ts";
import { AppError } from "../../domain/errors.ts";
import { DeskRecords } from "../submissions/desk.fixture.ts";
import { getDraft, listDrafts, toContent } from "./drafts.ts";
import { createEntry, deleteEntry, publishEntry, saveEntry, unpublishEntry } from "./edit-entry.ts";
import { getCatalogApi } from "./get-catalog-api.ts";
import { findHeldForm, holdForm, releaseForm } from "./held-forms.ts";
import { listCatalogApis } from "./list-catalog-apis.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
let operator: Operator;
beforeAll(async () => {
  operator = await records.operator();
});

const now = new Date("2026-11-21T12:00:00.000Z");
const context = { now };
const newSlug = () => `entry-${randomUUID()}`;

/** A new draft, or a published entry, as it is stored. */
async function stored(change: Partial<EntryContent> = {}, { isPublished = false } = {}) {
  const slug = newSlug();
  await createEntry(operator, fullContent({ slug, ...change }), context);
  if (isPublished) await publishEntry(operator, await getDraft(operator, slug), context);
  return getDraft(operator, slug);
}

async function kindOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof AppError ? error.kind : `no AppError: ${error}`;
}

async function auditOf(slug: string) {
  const text =
    "SELECT action, actor, operator_id, at, details FROM audit_entries WHERE details->>'slug' = $1 ORDER BY id";
  return (await records.client.query(text, [slug])).rows;
}

const actionsOf = async (slug: string) => (await auditOf(slug)).map(({ action }) => action);

describe("a new entry", () => {
  test("is a draft that operators see and readers do not", async () => {
    const entry = await stored();
    expect(toContent(entry)).toEqual(fullContent({ slug: entry.slug }));
    expect(entry).toMatchObject({ published: false, updatedAt: now.toISOString() });
    expect((await listDrafts(operator)).map(({ slug }) => slug)).toContain(entry.slug);
    expect(await kindOf(getCatalogApi({ slug: entry.slug }))).toBe("not_found");
  });

  test("is logged with who made it", async () => {
    const { slug } = await stored();
    expect(await auditOf(slug)).toEqual([
      { action: "catalog_entry_created", actor: operator.email, operator_id: operator.id, at: now, details: { slug } },
    ]);
  });

  test("gets no slug that another one has, and is then logged nowhere", async () => {
    const { slug } = await stored();
    expect(await createEntry(operator, fullContent({ slug, titleEn: "Other" }), context)).toBe(false);
    expect((await getDraft(operator, slug)).titleEn).toBe("Parcels");
    expect(await actionsOf(slug)).toEqual(["catalog_entry_created"]);
  });

  test("keeps the order of an author's keys, and __proto__ as one of them", async () => {
    const json = '{"z":1,"a":{"y":[],"b":null},"__proto__":{"x":1}}';
    const { slug } = await stored({ spec: JSON.parse(json) });
    expect(JSON.stringify((await getDraft(operator, slug)).spec)).toBe(json);
  });
});

describe("a save", () => {
  test("replaces everything, is found by its new words at once, and moves updatedAt on", async () => {
    const entry = await stored({}, { isPublished: true });
    const word = `w${randomUUID().replaceAll("-", "")}`;
    const content = fullContent({ slug: newSlug(), titleEn: word, spec: JSON.parse('{"b":1,"__proto__":{}}') });
    expect(await saveEntry(operator, { seen: entry, content }, context)).toBe(true);
    const after = await getDraft(operator, content.slug);
    expect(changesOf(toContent(after), content)).toEqual([]);
    expect(after.published).toBe(true);
    expect(Date.parse(after.updatedAt)).toBeGreaterThan(Date.parse(entry.updatedAt));
    expect((await listCatalogApis({ search: word })).map(({ slug }) => slug)).toEqual([content.slug]);
    expect((await auditOf(content.slug)).at(-1)).toMatchObject({
      action: "catalog_entry_changed",
      details: { fields: ["slug", "titleEn", "spec"], slugBefore: entry.slug },
    });
  });

  test("moves updatedAt strictly on, however close together and whatever the clock says", async () => {
    const entry = await stored();
    const seen = [entry.updatedAt];
    for (const [at, clock] of [now, now, new Date(0)].entries()) {
      const known = await getDraft(operator, entry.slug);
      const content = fullContent({ slug: entry.slug, titleEn: `Title ${at}` });
      await saveEntry(operator, { seen: known, content }, { now: clock });
      seen.push((await getDraft(operator, entry.slug)).updatedAt);
    }
    expect(seen.toSorted()).toEqual(seen);
    expect(new Set(seen).size).toBe(4);
  });

  test("from an older state is refused, and nothing of it is stored or logged", async () => {
    const entry = await stored();
    const first = fullContent({ slug: entry.slug, titleEn: "First" });
    await saveEntry(operator, { seen: entry, content: first }, context);
    const second = fullContent({ slug: entry.slug, titleEn: "Second" });
    expect(await kindOf(saveEntry(operator, { seen: entry, content: second }, context))).toBe("conflict");
    expect((await getDraft(operator, entry.slug)).titleEn).toBe("First");
    expect(await actionsOf(entry.slug)).toEqual(["catalog_entry_created", "catalog_entry_changed"]);
  });

  test("of two at the same moment one is stored and the other told", async () => {
    const entry = await stored();
    const saves = ["One", "Two", "Three"].map((titleEn) =>
      kindOf(saveEntry(operator, { seen: entry, content: fullContent({ slug: entry.slug, titleEn }) }, context)),
    );
    expect((await Promise.all(saves)).sort()).toEqual(["conflict", "conflict", "no AppError: undefined"]);
  });

  test("takes no slug from another entry", async () => {
    const [entry, other] = [await stored(), await stored()];
    const content = fullContent({ slug: other.slug, titleEn: "Thief" });
    expect(await saveEntry(operator, { seen: entry, content }, context)).toBe(false);
    expect((await getDraft(operator, entry.slug)).titleEn).toBe("Parcels");
  });

  test("that changes nothing leaves updatedAt and the log as they are", async () => {
    const entry = await stored();
    expect(await saveEntry(operator, { seen: entry, content: toContent(entry) }, context)).toBe(true);
    expect(await getDraft(operator, entry.slug)).toEqual(entry);
    expect(await actionsOf(entry.slug)).toEqual(["catalog_entry_created"]);
  });

  test("of a published entry needs both languages", async () => {
    const entry = await stored({}, { isPublished: true });
    const content = fullContent({ slug: entry.slug, titleEs: "" });
    expect(await kindOf(saveEntry(operator, { seen: entry, content }, context))).toBe("invalid_input");
    expect(await getDraft(operator, entry.slug)).toEqual(entry);
  });

  test("of an import never publishes: a published entry becomes a draft", async () => {
    const entry = await stored({}, { isPublished: true });
    const content = fullContent({ slug: entry.slug, titleEs: "" });
    expect(await saveEntry(operator, { seen: entry, content }, context, { isImport: true })).toBe(true);
    expect((await getDraft(operator, entry.slug)).published).toBe(false);
    expect((await auditOf(entry.slug)).at(-1)).toMatchObject({
      action: "catalog_imported",
      details: { fields: ["titleEs"], wasPublished: true },
    });
  });
});

test("a change whose line in the log cannot be written is not made", async () => {
  const nobody = { ...operator, email: null } as unknown as Operator;
  const entry = await stored();
  const content = fullContent({ slug: entry.slug, titleEn: "Unlogged" });
  const slug = newSlug();
  await expect(createEntry(nobody, fullContent({ slug }), context)).rejects.toThrow();
  await expect(saveEntry(nobody, { seen: entry, content }, context)).rejects.toThrow();
  await expect(publishEntry(nobody, entry, context)).rejects.toThrow();
  await expect(deleteEntry(nobody, entry, context)).rejects.toThrow();
  expect(await getDraft(operator, entry.slug)).toEqual(entry);
  expect(await kindOf(getDraft(operator, slug))).toBe("not_found");
});

describe("publishing", () => {
  test("shows the entry to readers and unpublishing hides it, each with a later updatedAt and a line in the log", async () => {
    const draft = await stored();
    expect(await publishEntry(operator, draft, context)).toBe(draft.slug);
    const published = await getDraft(operator, draft.slug);
    expect(await getCatalogApi({ slug: draft.slug })).toEqual({ ...published, published: true });
    await unpublishEntry(operator, published, context);
    const hidden = await getDraft(operator, draft.slug);
    await vi.waitFor(async () => expect(await kindOf(getCatalogApi({ slug: draft.slug }))).toBe("not_found"), 3_000);
    const times = [draft, published, hidden].map(({ updatedAt }) => updatedAt);
    expect(times.toSorted()).toEqual(times);
    expect(new Set(times).size).toBe(3);
    expect(await actionsOf(draft.slug)).toEqual([
      "catalog_entry_created",
      "catalog_entry_published",
      "catalog_entry_unpublished",
    ]);
  });

  test("again changes nothing", async () => {
    const entry = await stored({}, { isPublished: true });
    await publishEntry(operator, entry, context);
    expect(await getDraft(operator, entry.slug)).toEqual(entry);
    const draft = await stored();
    await unpublishEntry(operator, draft, context);
    expect(await getDraft(operator, draft.slug)).toEqual(draft);
  });

  test.each([{ titleEn: "" }, { titleEs: "" }, { descriptionEn: " " }, { descriptionEs: "" }])(
    "needs both languages: not with %j",
    async (change) => {
      const entry = await stored(change);
      expect(await kindOf(publishEntry(operator, entry, context))).toBe("invalid_input");
      expect((await getDraft(operator, entry.slug)).published).toBe(false);
    },
  );

  test("is refused for a state that is no longer the entry's", async () => {
    const entry = await stored();
    const content = fullContent({ slug: entry.slug, titleEn: "Later" });
    await saveEntry(operator, { seen: entry, content }, context);
    expect(await kindOf(publishEntry(operator, entry, context))).toBe("conflict");
    expect(await kindOf(unpublishEntry(operator, entry, context))).toBe("conflict");
    expect(await kindOf(deleteEntry(operator, entry, context))).toBe("conflict");
  });
});

test("a deleted entry is gone for everyone; the log remembers it", async () => {
  const entry = await stored({}, { isPublished: true });
  expect(await deleteEntry(operator, entry, context)).toBe(entry.slug);
  expect(await kindOf(getDraft(operator, entry.slug))).toBe("not_found");
  expect(await kindOf(deleteEntry(operator, entry, context))).toBe("not_found");
  expect((await auditOf(entry.slug)).at(-1)).toMatchObject({
    action: "catalog_entry_deleted",
    details: { wasPublished: true },
  });
});

test.each(["", "\0", "\ud800", "__proto__", "x".repeat(100_000)])("no entry has the slug %j", async (slug) => {
  expect(await kindOf(getDraft(operator, slug))).toBe("not_found");
});

describe("a held form", () => {
  const value = { fields: { spec: "{\u0000", titleEn: "Envío \ud83d\ude80" }, list: [1, null] };

  test("is found by who sent it, and by nobody else", async () => {
    const id = await holdForm(operator, "entry", value, now);
    expect(await findHeldForm(operator, "entry", id, now)).toEqual(value);
    expect(await findHeldForm(operator, "import", id, now)).toBeNull();
    expect(await findHeldForm(await records.operator(), "entry", id, now)).toBeNull();
    for (const other of ["", "x", randomUUID(), `${id}'`]) {
      expect(await findHeldForm(operator, "entry", other, now)).toBeNull();
    }
  });

  test("is gone once it is released, and after twelve hours", async () => {
    const released = await holdForm(operator, "entry", value, now);
    await releaseForm(operator, "entry", released);
    expect(await findHeldForm(operator, "entry", released, now)).toBeNull();
    const old = await holdForm(operator, "entry", value, now);
    const later = new Date(now.getTime() + 12 * 3_600_000 + 1);
    expect(await findHeldForm(operator, "entry", old, later)).toBeNull();
    await holdForm(operator, "entry", value, later);
    const { rowCount } = await records.client.query("SELECT 1 FROM operator_verifications WHERE id = $1", [old]);
    expect(rowCount).toBe(0);
  });

  test("may be as large as a document is", async () => {
    const large = { document: "ñ".repeat(2 * 1024 * 1024) };
    const id = await holdForm(operator, "import", large, now);
    expect(await findHeldForm(operator, "import", id, now)).toEqual(large);
  });
});
