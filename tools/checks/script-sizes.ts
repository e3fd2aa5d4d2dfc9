// `npm run check -- script-sizes`: measures how many gzipped bytes of script each page has beside the framework's,
// which an empty Next page has as well.
import fs from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser } from "@playwright/test";
import { entryWithOpenApi } from "../../e2e/support/site-states.ts";
import { getPathname, type Href } from "../../lib/i18n/paths.ts";
import { printTable } from "../bench/print-table.ts";
import { runCheck } from "../run-check.ts";
import { launchBrowser, serveSample } from "./sample-site.ts";

const content = 15_000;
const form = 45_000;
/** Bytes of Next's own scripts that its manifest does not list, measured on an empty page of Next 16.4.6. */
const emptyPage = 3_500;
const pages: { name: string; href: Href; search?: string; bytesMax: number }[] = [
  { name: "home", href: "/", bytesMax: content },
  { name: "evaluation", href: "/evaluation", bytesMax: form },
  { name: "contact", href: "/contact", bytesMax: form },
  { name: "catalog", href: "/catalog", bytesMax: content },
  { name: "catalog search", href: "/catalog", search: "?search=envio", bytesMax: content },
  { name: "entry", href: { pathname: "/catalog/[slug]", params: { slug: entryWithOpenApi } }, bytesMax: content },
  { name: "privacy", href: "/privacy", bytesMax: content },
];

const formatKilobytes = (bytes: number) => (bytes / 1_000).toFixed(1);

await runCheck(
  async () => {
    const siteUrl = await serveSample();
    const frameworkFiles = readFrameworkFiles();
    const browser = await launchBrowser();
    const rows = [];
    for (const { name, href, search = "", bytesMax } of pages) {
      const scripts = await measureScripts(browser, siteUrl + getPathname({ href, locale: "en" }) + search);
      const sumBytes = (isCounted: (file: string) => boolean) =>
        scripts.reduce((total, { file, bytes }) => total + (isCounted(file) ? bytes : 0), 0);
      const own = Math.max(0, sumBytes((file) => !frameworkFiles.includes(file)) - emptyPage);
      rows.push({
        page: name,
        "script files": formatKilobytes(sumBytes(() => true)),
        own: formatKilobytes(own),
        target: `≤ ${formatKilobytes(bytesMax)}`,
        is: own <= bytesMax ? "met" : "missed",
      });
    }
    printTable("Script in kB (1000 bytes, gzip)", rows);
    return rows.every(({ is }) => is === "met");
  },
  { minutes: 5 },
);

function readFrameworkFiles(): string[] {
  const manifest = path.join(import.meta.dirname, "..", "..", ".next", "build-manifest.json");
  const { rootMainFiles }: { rootMainFiles: string[] } = JSON.parse(fs.readFileSync(manifest, "utf8"));
  return rootMainFiles.map((file) => `/_next/${file}`);
}

type Script = { file: string; bytes: number };

async function measureScripts(browser: Browser, url: string): Promise<Script[]> {
  const page = await browser.newPage();
  const scripts: Promise<Script>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    const file = new URL(response.url()).pathname;
    scripts.push(response.body().then((body) => ({ file, bytes: gzipSync(body).length })));
  });
  const answer = await page.goto(url, { waitUntil: "networkidle" });
  if (!answer?.ok()) throw new Error(`${url} responded with ${answer?.status()}.`);
  const found = await Promise.all(scripts);
  await page.close();
  return found;
}
