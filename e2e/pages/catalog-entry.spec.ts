import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { getPathname } from "../../lib/i18n/paths.ts";
import { getCards, getCatalogPath, getEntryPath, getSearchBox, shipments, storeNewEntry } from "../support/catalog.ts";
import { inOneLanguage } from "../support/nightly.ts";
import { test, texts } from "../support/site.ts";
import { randomWord } from "../support/test.ts";

for (const locale of inOneLanguage("es")) {
  const t = texts[locale];

  test.describe(`an entry in ${locale}`, () => {
    test("shows each operation of an entry once, in the reference, under its service", async ({ page }) => {
      await page.goto(getEntryPath(locale, "prize-shipments"));
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(shipments[locale]);
      for (const name of ["useCases", "reference"] as const) {
        await expect(page.getByRole("heading", { level: 2, name: t(`catalog.${name}`), exact: true })).toBeVisible();
      }
      for (const name of ["createShipment", "saveProofOfDelivery"])
        await expect(page.getByText(name, { exact: true })).toHaveCount(1);
      await expect(page.getByRole("main")).toContainText(t("catalog.spec.version", { version: "1.2.3" }));
      await expect(page.locator("details:has(h4)")).toHaveCount(4);
      await expect(page.locator("details[open]")).toHaveCount(0);
      await page.getByText("saveProofOfDelivery", { exact: true }).click();
      const open = page.locator("details[open]");
      await expect(open).toContainText("/v1/shipments/{shipmentId}/proof-of-delivery");
      await expect(open.getByText("receivedBy", { exact: true })).toBeVisible();
      await expect(open.getByText("authorized_person")).toBeVisible();
      await expect(open).toContainText("curl https://api.example.com/prize-shipments/v1/shipments/shp_3WQ8L2XN");
      await page.getByText("createShipment", { exact: true }).click();
      await expect(page.locator("#operation-createShipment")).toBeVisible();
      await expect(page.locator("#operation-createShipment").getByText("postalCode", { exact: true })).toBeVisible();
    });
  });
}

test.describe("an entry in en only", () => {
  const locale = "en";
  const t = texts[locale];

  test("opens an entry's page at the operation in the URL", async ({ page }) => {
    await page.goto(`${getEntryPath(locale, "prize-draws")}#operation-createDraw`);
    await expect(page.locator("#operation-createDraw")).toBeVisible();
    await expect(page.locator("#operation-createDraw")).toBeInViewport();
  });

  test("shows samples on every page in the programming language chosen once, and marks the section in view", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${getEntryPath(locale, "prize-shipments")}#operation-createShipment`);
    const choice = page.locator("#operation-createShipment [data-sample-choice]");
    const sample = (language: string) => page.locator(`#operation-createShipment [data-sample=${language}]`);
    await expect(sample("curl")).toBeVisible();
    expect((await sample("curl").boundingBox())?.width).toBeGreaterThanOrEqual(480);
    await choice.selectOption("Python");
    await expect(sample("python")).toContainText("requests.post(");
    await expect(sample("curl")).toBeHidden();
    // Scroll explicitly, because the choice has stopped the page's own scrolling to the operation in the URL.
    await page.locator("#group-shipments").evaluate((section) => section.scrollIntoView());
    await expect(page.locator("nav[data-contents] [aria-current=true]")).toHaveText("Shipments");
    await page.goto("/en/developers/submit-contact");
    await expect(page.locator("[data-sample=python]")).toContainText("requests.post(");
    await expect(page.locator("[data-sample=python]")).toBeVisible();
  });

  test("copies an endpoint and an example to the clipboard, and confirms it", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(`${getEntryPath(locale, "prize-shipments")}#operation-createShipment`);
    await page.getByRole("button", { name: `${t("catalog.copy")} curl · POST /v1/shipments` }).click();
    await expect(page.getByRole("status").filter({ hasText: t("catalog.copied") })).toHaveCount(1);
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    expect(await clipboard()).toContain("--request POST");
    const example = page.locator("#operation-createShipment figure").last();
    await example.getByRole("button").click();
    await expect(example.getByRole("button")).toHaveText(new RegExp(t("catalog.copied")));
    expect(JSON.parse(await clipboard())).toMatchObject({ id: "shp_3WQ8L2XN" });
  });

  test("links from an entry to the contact form, which shows the entry's title as the topic", async ({ page }) => {
    await page.goto(getEntryPath(locale, "prize-draws"));
    await page
      .getByRole("link", { name: t("catalog.ask") })
      .first()
      .click();
    await expect(page).toHaveURL(`${getPathname({ href: "/contact", locale })}?topic=prize-draws`);
    await expect(page.getByRole("main")).toContainText("Prize draws");
  });
});

test.describe("an entry in es only", () => {
  const locale = "es";
  const t = texts[locale];

  test("marks search words on an entry's page, links to their places, and can remove the marks", async ({ page }) => {
    await page.goto(`${getEntryPath(locale, "prize-shipments")}?search=envio`);
    const note = page.getByRole("link", { name: t("catalog.withoutMarks") }).locator("../..");
    if (locale === "es") {
      await expect(note).toContainText(t("catalog.marksFor", { search: "envio" }));
      await expect(note).toContainText(t("catalog.matchIn"));
      await expect(page.getByRole("heading", { level: 1 }).locator("mark")).toHaveText("envío");
      await note.getByRole("link", { name: t("catalog.places.services") }).click();
      await expect(page.getByRole("heading", { level: 2, name: t("catalog.reference") })).toBeInViewport();
    } else {
      await expect(note).toContainText(t("catalog.matchInOther"));
      await expect(note.locator("[lang=es] mark")).toHaveText("envío");
    }
    await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", /prize-shipments$/);
    await page.getByRole("link", { name: t("catalog.withoutMarks") }).click();
    await expect(page).toHaveURL(getEntryPath(locale, "prize-shipments"));
    await expect(page.locator("mark")).toHaveCount(0);
  });

  test("downloads an entry's specification unchanged, in a file named after the slug", async ({ page }) => {
    const entry = await storeNewEntry({
      spec: { openapi: "3.1.0", info: { title: "Ñandú 🚀" }, "x-order": { b: 1, a: [2] } },
    });
    await page.goto(getEntryPath(locale, entry.slug));
    const begun = page.waitForEvent("download");
    await page.getByRole("link", { name: t("catalog.download") }).click();
    const download = await begun;
    expect(download.suggestedFilename()).toBe(`${entry.slug}.json`);
    const text = await readFile(await download.path(), "utf8");
    expect(text).toBe(`${JSON.stringify(entry.spec, null, 2)}\n`);
  });

  test("says on an entry's page that no words are marked if only its text in the other language matches", async ({
    page,
  }) => {
    await page.goto(`${getEntryPath("es", "prize-draws")}?search=regulator`);
    const note = page.getByText(t("catalog.notMarked", { search: "regulator" })).locator("..");
    await expect(page.getByRole("link", { name: t("catalog.withoutMarks") })).toHaveCount(0);
    await expect(note).toBeVisible();
  });

  test("marks an English reference's texts as English on a Spanish page, but not its labels", async ({ page }) => {
    await page.goto(`${getEntryPath("es", "prize-draws")}#operation-createDraw`);
    await expect(page.getByText(t("catalog.spec.foreign"))).toBeVisible();
    const operation = page.locator("details[open]");
    const texts = await operation.locator('[lang="en"]').allTextContents();
    expect(texts.length).toBeGreaterThan(3);
    expect(texts).toContain("Create a draw");
    for (const label of [t("catalog.spec.parameters"), t("catalog.spec.responses"), t("catalog.spec.required")]) {
      expect(texts).not.toContain(label);
    }
    await expect(page.getByText("Create a draw", { exact: true })).toHaveAttribute("lang", "en");
    await page.goto(getEntryPath("en", "prize-draws"));
    await expect(page.locator("main [lang]")).toHaveCount(0);
  });

  test("shows the same not-found page for an unknown and an unpublished entry", async ({ page, tolerate }) => {
    tolerate(/404/);
    const hidden = await storeNewEntry({ slug: randomWord(), published: false });
    const contents: (string | null)[] = [];
    for (const slug of [hidden.slug, randomWord(), "a%20b", "%C3%B1", "%2e%2e%2fx"]) {
      const response = await page.goto(getEntryPath(locale, slug));
      expect(response?.status()).toBe(404);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("notFound.title"));
      contents.push(await page.getByRole("main").textContent());
      const file = await page.request.get(`${getEntryPath(locale, slug)}/spec.json`);
      expect(file.status()).toBe(404);
    }
    expect(new Set(contents).size).toBe(1);
  });

  for (const javaScriptEnabled of [true, false]) {
    test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
      test.use({ javaScriptEnabled });

      test("offers a search and published entries with similar slugs on the page of an unknown entry", async ({
        page,
        tolerate,
      }) => {
        tolerate(/404/);
        const word = randomWord();
        const shown = await storeNewEntry({ slug: `${word}-shown`, titleEs: `${word} visible` });
        await storeNewEntry({ slug: `${word}-hidden`, titleEs: `${word} oculta`, published: false });
        await expect(async () => {
          await page.goto(getEntryPath(locale, `${word}-other`));
          const near = page.getByRole("region", { name: t("notFound.near") });
          await expect(near.getByRole("link")).toHaveText([shown.titleEs], { timeout: 100 });
        }).toPass();
        await getSearchBox(page).fill(word);
        await page.getByRole("button", { name: t("catalog.searchButton") }).click();
        await expect(page).toHaveURL(getCatalogPath(locale, word));
        await expect(getCards(page)).toHaveCount(1);
      });
    });
  }

  test("redirects a slug in capital letters to the entry, and keeps the query", async ({ page }) => {
    const response = await page.goto(`${getEntryPath(locale, "PRIZE-Draws")}?search=sorteo`);
    expect((await response?.request().redirectedFrom()?.response())?.status()).toBe(308);
    await expect(page).toHaveURL(`${getEntryPath(locale, "prize-draws")}?search=sorteo`);
    const hidden = await storeNewEntry({ published: false });
    const answer = await page.request.get(getEntryPath(locale, hidden.slug.toUpperCase()), { maxRedirects: 0 });
    expect(answer.status()).toBe(404);
  });
});

for (const width of [360, 1280]) {
  test.describe(`on a screen of ${width} pixels`, () => {
    test.use({ viewport: { width, height: 800 } });

    test("shows lines of code whole, without scrolling sideways", async ({ page }) => {
      await page.goto(`${getEntryPath("en", "prize-shipments")}#operation-createShipment`);
      const code = page.locator("#operation-createShipment pre");
      await expect(code.first()).toBeVisible();
      const hidden = await code.evaluateAll((all) => all.filter((pre) => pre.scrollWidth > pre.clientWidth).length);
      expect(hidden).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });

    test("breaks URL paths across lines only before slashes", async ({ page }) => {
      await page.goto(getEntryPath("en", "prize-shipments"));
      const broken = await page.locator("main code, main #endpoints ~ ul a").evaluateAll((all) =>
        all
          .filter((element) => element.checkVisibility())
          .flatMap((element) => {
            const found: string[] = [];
            const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
            let before: { top: number; text: string } | undefined;
            for (let node = walker.nextNode(); node; node = walker.nextNode()) {
              for (const [at, letter] of [...(node.nodeValue ?? "")].entries()) {
                const range = document.createRange();
                range.setStart(node, at);
                range.setEnd(node, at + 1);
                const { top } = range.getBoundingClientRect();
                if (before && top > before.top + 4 && letter !== "/") found.push(before.text + letter);
                before = { top, text: (before?.text ?? "") + letter };
              }
            }
            return found;
          }),
      );
      expect(broken).toEqual([]);
    });
  });
}

test("formats patterns in a reference as code", async ({ page }) => {
  await page.goto(`${getEntryPath("en", "prize-draws")}#operation-getCertificate`);
  await expect(
    page
      .locator("details[open] code")
      .filter({ hasText: /^\^drw_/ })
      .first(),
  ).toBeVisible();
});

test("links from an entry to its documentation and Swagger page without sending a referrer", async ({ page }) => {
  const entry = await storeNewEntry({
    docsUrl: "https://docs.example.com/x",
    swaggerUrl: "https://swagger.example.com/y",
  });
  await page.goto(getEntryPath("en", entry.slug));
  for (const [name, href] of [
    ["Documentation", entry.docsUrl],
    ["Swagger", entry.swaggerUrl],
  ] as const) {
    const link = page.getByRole("main").getByRole("link", { name: new RegExp(`^${name}`) });
    await expect(link).toHaveAttribute("href", href ?? "");
    await expect(link).toHaveAttribute("rel", "noreferrer");
  }
});

test("links from an entry to the contact form without a topic if the slug is no valid topic", async ({ page }) => {
  const entry = await storeNewEntry({ slug: `Ñandú ${randomWord()}` });
  await page.goto(getEntryPath("en", entry.slug));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(entry.titleEn);
  await expect(page.getByRole("link", { name: "Ask about this API" }).first()).toHaveAttribute("href", "/en/contact");
  await page.goto(getCatalogPath("en", entry.slug));
  await getCards(page).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(entry.titleEn);
});
