// `npm run check -- script-sizes`: measures how many gzipped bytes of script each page has beyond an empty Next page.
import { gzipSync } from "node:zlib";
import type { Browser } from "@playwright/test";
import { entryWithOpenApi } from "../../e2e/support/site-states.ts";
import { getPathname, type Href } from "../../lib/i18n/paths.ts";
import { printTable } from "../bench/print-table.ts";
import { runOnSite } from "./sample-site.ts";

const content = 15_000;
const form = 60_000;
const pages: { name: string; href: Href; search?: string; bytesMax: number }[] = [
  { name: "home", href: "/", bytesMax: content },
  { name: "evaluation", href: "/evaluation", bytesMax: form },
  { name: "contact", href: "/contact", bytesMax: form },
  { name: "catalog", href: "/catalog", bytesMax: content },
  { name: "catalog search", href: "/catalog", search: "?search=envio", bytesMax: content },
  { name: "entry", href: { pathname: "/catalog/[slug]", params: { slug: entryWithOpenApi } }, bytesMax: content },
  { name: "privacy", href: "/privacy", bytesMax: content },
];

const kilobytes = (bytes: number) => (bytes / 1_000).toFixed(1);
const noTarget = { "beyond empty": "", target: "", is: "" };

await runOnSite({
  minutes: 5,
  run: async (site) => {
    const [floorUrl, siteUrl] = [await site.serveFloor(), await site.serve()];
    const browser = await site.launchBrowser();
    const empty = await measurePage(browser, floorUrl);
    const rows = [];
    let areMet = true;
    for (const { name, href, search = "", bytesMax } of pages) {
      const page = await measurePage(browser, siteUrl + getPathname({ href, locale: "en" }) + search);
      const beyond = page.files - empty.files;
      const isMet = beyond <= bytesMax;
      areMet &&= isMet;
      rows.push({
        page: name,
        "script files": kilobytes(page.files),
        "data in the page": kilobytes(page.data),
        "beyond empty": kilobytes(beyond),
        target: `≤ ${kilobytes(bytesMax)}`,
        is: isMet ? "met" : "missed",
      });
    }
    printTable("Script in kB (1000 bytes, gzip)", [
      {
        page: "empty page",
        "script files": kilobytes(empty.files),
        "data in the page": kilobytes(empty.data),
        ...noTarget,
      },
      ...rows,
    ]);
    return areMet;
  },
});

type Bytes = {
  /** Gzipped bytes of the script files that the browser fetched. */
  files: number;
  /** Gzipped bytes of the data that Next puts into the page for its script. */
  data: number;
};

async function measurePage(browser: Browser, url: string): Promise<Bytes> {
  const page = await browser.newPage();
  const bodies: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") bodies.push(response.body());
  });
  const answer = await page.goto(url, { waitUntil: "networkidle" });
  if (!answer?.ok()) throw new Error(`${url} was answered ${answer?.status()}.`);
  const html = await answer.text();
  const withoutData = html.replace(/<script(?![^>]*(?:\bsrc=|ld\+json))[^>]*>.*?<\/script>/gs, "");
  const files = (await Promise.all(bodies)).map((body) => gzipSync(body).length);
  await page.close();
  return {
    files: files.reduce((sum, length) => sum + length, 0),
    data: gzipSync(html).length - gzipSync(withoutData).length,
  };
}
