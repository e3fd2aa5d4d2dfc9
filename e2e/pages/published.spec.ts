import { expect } from "@playwright/test";
import { getPathnames } from "../../lib/i18n/paths.ts";
import { makeDraft, storeEntry } from "../support/entries.ts";
import { randomWord, test } from "../support/test.ts";

// Writes the entry to the database, like another instance of the app would.
test("shows another instance's change of an entry on cached pages, in searches and in the sitemap", async ({
  request,
}) => {
  const [first, second] = [randomWord(), randomWord()];
  // The title sorts first, so that the entry is on the list's first page.
  const entry = makeDraft({ titleEn: `! ${first}`, titleEs: `! ${first}` });
  const paths = getPathnames({ pathname: "/catalog/[slug]", params: { slug: entry.slug } });
  const lists = [
    "/en/catalog",
    "/es/catalogo",
    `/en/catalog?search=${entry.slug}`,
    "/api/catalog",
    `/api/catalog?search=${entry.slug}`,
  ];
  const texts = (urls: string[]) =>
    Promise.all(urls.map(async (url) => (await request.get(`${process.env.E2E_URL}${url}`)).text()));
  const statuses = (urls: string[]) =>
    Promise.all(urls.map(async (url) => (await request.get(`${process.env.E2E_URL}${url}`)).status()));
  const own = [...Object.values(paths), `/api/catalog/${entry.slug}`];
  await texts(lists);
  expect(await statuses(own)).toEqual([404, 404, 404]);

  await storeEntry(entry);
  await expect(async () => {
    expect(await statuses(own)).toEqual([200, 200, 200]);
    for (const text of await texts([...own, ...lists])) expect(text).toContain(first);
    expect((await texts(["/sitemap.xml"])).join()).toContain(entry.slug);
  }).toPass();

  await storeEntry({ ...entry, titleEn: `! ${second}`, titleEs: `! ${second}` });
  await expect(async () => {
    for (const text of await texts([...own, ...lists])) {
      expect(text).toContain(second);
      expect(text).not.toContain(first);
    }
  }).toPass();

  await storeEntry({ ...entry, titleEn: second, published: false });
  await expect(async () => {
    expect(await statuses(own)).toEqual([404, 404, 404]);
    for (const text of await texts(lists.filter((url) => !url.includes("search")))) expect(text).not.toContain(second);
    expect((await texts(["/sitemap.xml"])).join()).not.toContain(entry.slug);
  }).toPass();
});
