import { expect } from "@playwright/test";
import { locales } from "../../lib/i18n/locales.ts";
import { getPathnames, type Href } from "../../lib/i18n/paths.ts";
import { test } from "../support/site.ts";
import { indexedPages } from "../support/site-pages.ts";

const ofForms: Href[] = [
  "/evaluation/send",
  "/evaluation/refused",
  "/evaluation/result",
  "/evaluation/reminder",
  "/contact/send",
  "/contact/refused",
  "/contact/sent",
  "/consent",
  "/consent/send",
  "/consent/refused",
  "/consent/done",
  "/changes/subscription",
  "/changes/subscription/send",
];
const toEntryHref = (slug: string): Href => ({ pathname: "/catalog/[slug]", params: { slug } });

/** Returns the site's URL. The shared app listens on 127.0.0.1, but its URLs say localhost. */
function toSiteUrl(baseURL = ""): string {
  return baseURL.replace("127.0.0.1", "localhost");
}

function readPngSize(png: Buffer): [number, number] {
  expect(png.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

async function fetchFile(url: string): Promise<{ type: string; body: Buffer }> {
  const response = await fetch(url, { redirect: "manual" });
  expect(response.status, url).toBe(200);
  return { type: response.headers.get("content-type") ?? "", body: Buffer.from(await response.arrayBuffer()) };
}

test("lists every existing page and published entry in both languages in the sitemap", async ({ baseURL }) => {
  const { type, body } = await fetchFile(`${baseURL}/sitemap.xml`);
  expect(type).toContain("xml");
  const urls = body.toString().split("<url>").slice(1);
  const found = new Map(urls.map((url) => [/<loc>(.*?)<\/loc>/.exec(url)?.[1] ?? "", url]));
  expect(found.size).toBe(urls.length);
  for (const href of [...indexedPages, toEntryHref("receipts-validation"), toEntryHref("campaign-export")]) {
    const paths = getPathnames(href);
    for (const locale of locales) {
      const url = found.get(toSiteUrl(baseURL) + paths[locale]) ?? "";
      const alternates = [...url.matchAll(/hreflang="(.*?)" href="(.*?)"/g)].map(([, ...pair]) => pair);
      expect(Object.fromEntries(alternates)).toEqual({
        en: toSiteUrl(baseURL) + paths.en,
        es: toSiteUrl(baseURL) + paths.es,
        "x-default": toSiteUrl(baseURL) + (href === "/" ? "/" : paths.en),
      });
      expect(/<lastmod>(.*?)<\/lastmod>/.exec(url)?.[1] ?? "none").toMatch(
        typeof href === "object" && href.pathname === "/catalog/[slug]" ? /^\d{4}-\d{2}-\d{2}T/ : /^none$/,
      );
      await fetchFile(`${baseURL}${paths[locale]}`);
    }
  }
  const addresses = [...found.keys()].join(" ");
  expect(addresses).not.toContain("digital-rewards");
  for (const path of ofForms.flatMap((href) => Object.values(getPathnames(href))))
    expect(addresses).not.toContain(path);
});

test("excludes the desk and pages of forms in robots.txt, and names the sitemap", async ({ baseURL }) => {
  const lines = (await fetchFile(`${baseURL}/robots.txt`)).body.toString().trim().split(/\n+/);
  expect(lines.slice(0, 2)).toEqual(["User-Agent: *", "Allow: /"]);
  const allowed = lines.filter((line) => line.startsWith("Allow: ")).map((line) => line.slice(7));
  for (const path of allowed) await fetchFile(`${baseURL}${path === "/" ? "/en" : path}`);
  expect(allowed).toEqual([
    "/",
    "/api/openapi.json",
    "/api/catalog",
    "/.well-known/api-catalog",
    "/.well-known/ai-catalog.json",
    "/llms.txt",
    "/llms-full.txt",
  ]);
  const disallowed = lines.filter((line) => line.startsWith("Disallow: ")).map((line) => line.slice(10));
  expect(disallowed.sort()).toEqual(["/admin", ...ofForms.flatMap((href) => Object.values(getPathnames(href)))].sort());
  expect(lines.at(-1)).toBe(`Sitemap: ${toSiteUrl(baseURL)}/sitemap.xml`);
  const kept = indexedPages.flatMap((href) => Object.values(getPathnames(href)));
  expect(kept.filter((path) => disallowed.some((start) => path.startsWith(start)))).toEqual([]);
});

test("the web manifest names the site, and existing icons of the stated sizes", async ({ baseURL, page }) => {
  await page.goto("/en");
  await expect(page.locator('link[rel="manifest"]')).toHaveAttribute("href", "/manifest.webmanifest");
  const { type, body } = await fetchFile(`${baseURL}/manifest.webmanifest`);
  expect(type).toContain("application/manifest+json");
  const { icons, ...manifest } = JSON.parse(body.toString());
  expect(manifest).toMatchObject({ name: "Encaje", short_name: "Encaje", start_url: "/", display: "minimal-ui" });
  expect(manifest.theme_color).toMatch(/^#[0-9a-f]{6}$/);
  expect(icons.map(({ purpose = "any", sizes }: Record<string, string>) => `${sizes} ${purpose}`)).toEqual([
    "192x192 any",
    "512x512 any",
    "512x512 maskable",
  ]);
  for (const { src, sizes, type } of icons) {
    const icon = await fetchFile(`${baseURL}${src}`);
    expect([icon.type, readPngSize(icon.body).join("x")]).toEqual([type, sizes]);
  }
});

test("serves an icon in each format that browsers request", async ({ baseURL, page }) => {
  await page.goto("/es");
  const links = await page
    .locator('link[rel="icon"], link[rel="apple-touch-icon"]')
    .evaluateAll((all) => all.map((link) => [link.getAttribute("type"), link.getAttribute("href")]));
  expect(links.map(([type]) => type)).toEqual(["image/x-icon", "image/svg+xml", "image/png"]);
  for (const [type, href] of links) expect((await fetchFile(`${baseURL}${href}`)).type).toBe(type);
  const ico = (await fetchFile(`${baseURL}/favicon.ico`)).body;
  const count = ico.readUInt16LE(4);
  const inside = Array.from({ length: count }, (_, at) =>
    readPngSize(ico.subarray(ico.readUInt32LE(6 + 16 * at + 12))),
  );
  expect(inside).toEqual([16, 32, 48].map((size) => [size, size]));
  expect(readPngSize((await fetchFile(`${baseURL}/apple-icon.png`)).body)).toEqual([180, 180]);
});

test("gives shared links a preview picture in the language of the page", async ({ baseURL, page }) => {
  const pictures: Buffer[] = [];
  for (const locale of locales) {
    await page.goto(`/${locale}`);
    const readProperty = async (name: string) => page.locator(`meta[property="${name}"]`).getAttribute("content");
    const { pathname } = new URL((await readProperty("og:image")) ?? "");
    const { type, body } = await fetchFile(`${baseURL}${pathname}`);
    expect([type, await readProperty("og:image:type")]).toEqual(["image/png", "image/png"]);
    expect(readPngSize(body)).toEqual([1200, 630]);
    expect([await readProperty("og:image:width"), await readProperty("og:image:height")]).toEqual(["1200", "630"]);
    expect(body.length).toBeLessThanOrEqual(100 * 1024);
    pictures.push(body);
  }
  expect(pictures[0]?.equals(pictures[1] ?? Buffer.alloc(0))).toBe(false);
});
