import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { listChanges } from "../../domain/catalog/editor/changes.ts";
import { toContent } from "../../domain/catalog/editor/content.ts";
import { fullContent } from "../../domain/catalog/editor/editor.fixture.ts";
import type { ImportChoice } from "../../domain/catalog/editor/import.ts";
import { readSearchQuery } from "../../domain/catalog/search.ts";
import { AppError } from "../../domain/errors.ts";
import { CatalogRecords, newSlug, now, toInput } from "./catalog-records.fixture.ts";
import { findEntries, getDraft, listDrafts } from "./drafts.ts";
import { deleteEntry, importEntry, publishEntry, saveEntry, unpublishEntry } from "./edit-entry.ts";
import { getCatalogApi } from "./get-catalog-api.ts";
import { listCatalogApis } from "./list-catalog-apis.ts";

const records = new CatalogRecords(process.env.DATABASE_URL);

async function catchErrorKind(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error !== undefined && !(error instanceof AppError)) throw error;
  return error ? error.kind : "none";
}

async function readAudit(slug: string) {
  const text =
    "SELECT action, actor, operator_id, at, details FROM audit_entries WHERE details->>'slug' = $1 ORDER BY id";
  return (await records.client.query(text, [slug])).rows;
}

const refusedSlug = { kind: "invalid_input", fields: ["slug"] };

const listActions = async (slug: string) => (await readAudit(slug)).map(({ action }) => action);

describe("new entry", () => {
  test("stores a new entry as a draft that readers cannot see", async () => {
    const entry = await records.entry();
    expect(toContent(entry)).toEqual(fullContent({ slug: entry.slug }));
    expect(entry).toMatchObject({ published: false, updatedAt: now.toISOString() });
    expect((await listDrafts({}, records.context)).map(({ slug }) => slug)).toContain(entry.slug);
    expect(await catchErrorKind(getCatalogApi({ slug: entry.slug }))).toBe("not_found");
    const { id, email } = records.context.operator;
    expect(await readAudit(entry.slug)).toEqual([
      { action: "catalog_entry_created", actor: email, operator_id: id, at: now, details: { slug: entry.slug } },
    ]);
  });

  test("refuses a new entry whose slug is taken", async () => {
    const { slug } = await records.entry();
    const save = saveEntry(toInput(null, fullContent({ slug, titleEn: "Other" })), records.context);
    await expect(save).rejects.toMatchObject(refusedSlug);
    expect((await getDraft({ slug }, records.context)).titleEn).toBe("Parcels");
    expect(await listActions(slug)).toEqual(["catalog_entry_created"]);
  });
});

describe("saving an entry", () => {
  test("replaces all content of an entry, which is found by its new words at once", async () => {
    const entry = await records.entry({}, { isPublished: true });
    const word = `w${randomUUID().replaceAll("-", "")}`;
    const content = fullContent({ slug: newSlug(), titleEn: word, spec: JSON.parse('{"b":1,"__proto__":{}}') });
    await saveEntry(toInput(entry, content), records.context);
    const after = await getDraft({ slug: content.slug }, records.context);
    expect(listChanges(toContent(after), content)).toEqual([]);
    expect(after.published).toBe(true);
    expect(Date.parse(after.updatedAt)).toBeGreaterThan(Date.parse(entry.updatedAt));
    expect((await listCatalogApis({ search: word })).map(({ slug }) => slug)).toEqual([content.slug]);
    expect((await readAudit(content.slug)).at(-1)).toMatchObject({
      action: "catalog_entry_changed",
      details: { fields: ["slug", "titleEn", "spec"], slugBefore: entry.slug },
    });
  });

  test("raises updatedAt with every save, whatever the clock says", async () => {
    const entry = await records.entry();
    const seen = [entry.updatedAt];
    for (const [at, clock] of [now, now, new Date(0)].entries()) {
      const known = await getDraft({ slug: entry.slug }, records.context);
      const content = fullContent({ slug: entry.slug, titleEn: `Title ${at}` });
      await saveEntry(toInput(known, content), { ...records.context, now: clock });
      seen.push((await getDraft({ slug: entry.slug }, records.context)).updatedAt);
    }
    expect(seen.toSorted()).toEqual(seen);
    expect(new Set(seen).size).toBe(4);
  });

  test("accepts only one of several concurrent saves", async () => {
    const entry = await records.entry();
    const saves = ["One", "Two", "Three"].map((titleEn) =>
      saveEntry(toInput(entry, fullContent({ slug: entry.slug, titleEn })), records.context),
    );
    const answers = await Promise.all(saves);
    expect(answers.filter((answer) => "conflict" in answer).length).toBe(2);
    expect(await listActions(entry.slug)).toEqual(["catalog_entry_created", "catalog_entry_changed"]);
  });

  test("refuses to save an entry under the slug of another one", async () => {
    const [entry, other] = [await records.entry(), await records.entry()];
    const content = fullContent({ slug: other.slug, titleEn: "Thief" });
    await expect(saveEntry(toInput(entry, content), records.context)).rejects.toMatchObject(refusedSlug);
    expect((await getDraft({ slug: entry.slug }, records.context)).titleEn).toBe("Parcels");
  });

  test("leaves updatedAt and the audit log unchanged after a save without changes", async () => {
    const entry = await records.entry();
    await saveEntry(toInput(entry, toContent(entry)), records.context);
    expect(await getDraft({ slug: entry.slug }, records.context)).toEqual(entry);
    expect(await listActions(entry.slug)).toEqual(["catalog_entry_created"]);
  });

  test("requires both languages of a published entry, whatever the request claims", async () => {
    const entry = await records.entry({}, { isPublished: true });
    const input = toInput({ ...entry, published: false }, fullContent({ slug: entry.slug, titleEs: "" }));
    await expect(saveEntry(input, records.context)).rejects.toMatchObject({
      kind: "invalid_input",
      fields: ["titleEs"],
    });
    expect(await getDraft({ slug: entry.slug }, records.context)).toEqual(entry);
  });

  test("refuses a reserved slug even if the request claims that the entry already has it", async () => {
    const entry = await records.entry();
    const save = saveEntry(toInput({ ...entry, slug: "new" }, fullContent({ slug: "new" })), records.context);
    await expect(save).rejects.toMatchObject(refusedSlug);
  });

  test("keeps the stored spec when an entry is saved without one", async () => {
    const entry = await records.entry();
    const { spec, ...texts } = fullContent({ slug: entry.slug, titleEn: "Other" });
    await saveEntry({ ...texts, entry }, records.context);
    expect(await getDraft({ slug: entry.slug }, records.context)).toMatchObject({ titleEn: "Other", spec });
  });
});

describe("import of an entry", () => {
  const document = JSON.stringify({ openapi: "3.1.0", info: { title: "Imported", description: "Read." }, paths: {} });
  const choice: ImportChoice = { document, language: "es", entry: null, slug: "", take: [] };

  test("stores only the chosen parts of an import", async () => {
    const entry = await records.entry({}, { isPublished: true });
    await importEntry({ ...choice, entry, take: ["titleEs", "slug"] }, records.context);
    const content = fullContent({ slug: entry.slug, titleEs: "Imported" });
    const after = await getDraft({ slug: entry.slug }, records.context);
    expect({ content: toContent(after), published: after.published }).toEqual({ content, published: false });
    expect((await readAudit(entry.slug)).at(-1)).toMatchObject({
      action: "catalog_imported",
      details: { fields: ["titleEs"], wasPublished: true },
    });
  });

  test("creates a draft from an import", async () => {
    const slug = newSlug();
    await importEntry({ ...choice, slug }, records.context);
    expect(await getDraft({ slug }, records.context)).toMatchObject({
      titleEn: "",
      titleEs: "Imported",
      published: false,
    });
    expect(await readAudit(slug)).toMatchObject([{ action: "catalog_imported", details: { isNew: true } }]);
  });

  test("validates document, slug and version again when an import is stored", async () => {
    const entry = await records.entry();
    await expect(importEntry({ ...choice, document: "{" }, records.context)).rejects.toMatchObject({
      kind: "invalid_input",
    });
    await expect(importEntry({ ...choice, slug: entry.slug }, records.context)).rejects.toMatchObject(refusedSlug);
    await expect(importEntry({ ...choice, slug: "No" }, records.context)).rejects.toMatchObject(refusedSlug);
    const old = { ...entry, updatedAt: new Date(0).toISOString() };
    expect(await catchErrorKind(importEntry({ ...choice, entry: old, take: ["titleEs"] }, records.context))).toBe(
      "conflict",
    );
    expect(await getDraft({ slug: entry.slug }, records.context)).toEqual(entry);
  });
});

test("rolls back every change of an entry whose audit entry cannot be stored", async () => {
  const unnamed = { operator: { ...records.context.operator, email: null as unknown as string }, now };
  const entry = await records.entry();
  const content = fullContent({ slug: entry.slug, titleEn: "Unlogged" });
  const slug = newSlug();
  await expect(saveEntry(toInput(null, fullContent({ slug })), unnamed)).rejects.toThrow("actor: String");
  await expect(saveEntry(toInput(entry, content), unnamed)).rejects.toThrow("actor: String");
  await expect(publishEntry(entry, unnamed)).rejects.toThrow("actor: String");
  await expect(deleteEntry(entry, unnamed)).rejects.toThrow("actor: String");
  expect(await getDraft({ slug: entry.slug }, records.context)).toEqual(entry);
  expect(await catchErrorKind(getDraft({ slug }, records.context))).toBe("not_found");
});

describe("publishing an entry", () => {
  test("publishes and unpublishes an entry, with an audit entry each", async () => {
    const draft = await records.entry();
    await publishEntry(draft, records.context);
    const published = await getDraft({ slug: draft.slug }, records.context);
    expect(await getCatalogApi({ slug: draft.slug })).toEqual({ ...published, published: true });
    await unpublishEntry(published, records.context);
    const hidden = await getDraft({ slug: draft.slug }, records.context);
    await expect.poll(() => catchErrorKind(getCatalogApi({ slug: draft.slug }))).toBe("not_found");
    const times = [draft, published, hidden].map(({ updatedAt }) => updatedAt);
    expect(times.toSorted()).toEqual(times);
    expect(new Set(times).size).toBe(3);
    expect(await listActions(draft.slug)).toEqual([
      "catalog_entry_created",
      "catalog_entry_published",
      "catalog_entry_unpublished",
    ]);
  });

  test("changes nothing when a published entry is published or a draft is unpublished", async () => {
    const entry = await records.entry({}, { isPublished: true });
    await publishEntry(entry, records.context);
    expect(await getDraft({ slug: entry.slug }, records.context)).toEqual(entry);
    const draft = await records.entry();
    await unpublishEntry(draft, records.context);
    expect(await getDraft({ slug: draft.slug }, records.context)).toEqual(draft);
  });

  test("refuses to publish an entry without both languages", async () => {
    const entry = await records.entry({ descriptionEs: "" });
    expect(await catchErrorKind(publishEntry(entry, records.context))).toBe("invalid_input");
    expect((await getDraft({ slug: entry.slug }, records.context)).published).toBe(false);
  });

  test("refuses to publish or delete an entry that has changed since it was read", async () => {
    const entry = await records.entry();
    const content = fullContent({ slug: entry.slug, titleEn: "Later" });
    await saveEntry(toInput(entry, content), records.context);
    expect(await catchErrorKind(publishEntry(entry, records.context))).toBe("conflict");
    expect(await catchErrorKind(unpublishEntry(entry, records.context))).toBe("conflict");
    expect(await catchErrorKind(deleteEntry(entry, records.context))).toBe("conflict");
  });
});

test("finds drafts and published entries by every word in either language", async () => {
  const word = randomUUID();
  const inText = await records.entry({ descriptionEs: `Envíos ${word}`, titleEn: "A" }, { isPublished: true });
  const inTitle = await records.entry({ titleEs: `Envíos ${word}`, titleEn: "B" });
  const find = async (text: string) => {
    const { entries } = await findEntries({ search: readSearchQuery(text) }, records.context);
    return entries.map(({ slug }) => slug);
  };
  expect(await find(`${word.toUpperCase()} envios`)).toEqual([inTitle.slug, inText.slug]);
  for (const other of [`${word} nothing`, `${word}%`, "\0"]) expect(await find(other)).toEqual([]);
});

test("deletes an entry and audits the deletion", async () => {
  const entry = await records.entry({}, { isPublished: true });
  await deleteEntry(entry, records.context);
  expect(await catchErrorKind(getDraft({ slug: entry.slug }, records.context))).toBe("not_found");
  expect(await catchErrorKind(deleteEntry(entry, records.context))).toBe("not_found");
  expect((await readAudit(entry.slug)).at(-1)).toMatchObject({
    action: "catalog_entry_deleted",
    details: { wasPublished: true },
  });
});

test.each(["", "\0", "\ud800"])("finds no entry with the slug %j", async (slug) => {
  expect(await catchErrorKind(getDraft({ slug }, records.context))).toBe("not_found");
});
