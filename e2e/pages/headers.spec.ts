import { createHash } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { locales } from "../../lib/i18n/locales.ts";
import { getPathname } from "../../lib/i18n/paths.ts";
import { indexedPages } from "../support/site-pages.ts";
import { test } from "../support/test.ts";

const url = process.env.E2E_URL ?? "";
const paths = locales.flatMap((locale) => indexedPages.map((href) => getPathname({ href, locale })));

/** Serves the page with its original headers and with `html` at the end of its body. */
async function injectHtml(page: Page, path: string, html: string): Promise<void> {
  await page.route(`${url}${path}`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace("</body>", `${html}</body>`);
    await route.fulfill({ response, body });
  });
}

/** Expects a form that its script controls: it shows one question, and a tap leads to the next. */
async function expectInteractiveForm(page: Page): Promise<void> {
  const progress = (number: number) =>
    page.locator("legend:visible", { hasText: new RegExp(`^\\D+ ${number} \\D+ 9`) });
  await expect(progress(1)).toBeVisible();
  await expect(progress(2)).toHaveCount(0);
  await page.locator("label:has(input[type=radio])").filter({ visible: true }).first().click();
  await expect(progress(2)).toBeVisible();
}

// demonstration.spec.ts opens these pages in a browser, and fails if the browser reports a violation.
test("sends each page with a content security policy that allows only its own inline scripts", async () => {
  for (const path of paths) {
    const response = await fetch(`${url}${path}`);
    const headers = Object.fromEntries(response.headers);
    const policy = headers["content-security-policy"] ?? "";
    expect(response.status, path).toBe(200);
    const [, hashes = ""] = /script-src 'self'((?: 'sha256-[\w+/=]+')+); style-src 'self';/.exec(policy) ?? [];
    expect(policy).toMatch(/^default-src 'none'; script-src /);
    expect(policy).toContain("form-action 'self'");
    expect(policy).not.toContain("unsafe");
    const html = await response.text();
    const scripts = [...html.matchAll(/<script(?<attributes>[^>]*)>(?<text>.*?)<\/script>/gs)].flatMap(({ groups }) =>
      / src=|ld\+json/.test(groups?.attributes ?? "") ? [] : [groups?.text ?? ""],
    );
    const toPolicyHash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    expect(hashes.trim().split(" ").sort(), path).toEqual([...new Set(scripts.map(toPolicyHash))].sort());
    expect(html.replaceAll(/<script[^>]*>.*?<\/script>/gs, ""), path).not.toMatch(/<style|<[^>]* style=/);
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "x-frame-options": "DENY",
    });
    expect(Object.keys(headers).filter((name) => /^x-(nextjs|next|middleware|powered)/.test(name))).toEqual([]);
  }
});

test("blocks injected scripts, and keeps the page working", async ({ page }) => {
  const mark = "document.documentElement.dataset.injected = 'ran'";
  await injectHtml(
    page,
    "/en/evaluation",
    [
      `<script>${mark}</script>`,
      `<script>self.__next_f.push([1,"x"]);${mark}</script>`,
      `<script type="module">${mark}</script>`,
      `<SCRIPT>${mark}</SCRIPT>`,
      `<script src="data:text/javascript,${mark}"></script>`,
      `<script src="https://evil.example/x.js"></script>`,
      `<img src="data:," onerror="${mark}" alt="">`,
      `<iframe srcdoc="<script>parent.${mark}</script>"></iframe>`,
      `<a id="injected" href="javascript:${mark}">x</a>`,
      `<base href="https://evil.example/">`,
    ].join(""),
  );
  const refused: string[] = [];
  page.on("console", (message) => message.type() === "error" && refused.push(message.text()));
  await page.goto(`${url}/en/evaluation`);
  await page.evaluate(() => document.querySelector<HTMLElement>("#injected")?.click());
  await expectInteractiveForm(page);
  expect(await page.evaluate(() => document.documentElement.dataset.injected)).toBeUndefined();
  expect(refused.filter((text) => text.includes("Content Security Policy")).length).toBeGreaterThanOrEqual(8);
});

test("sends security headers with files and redirects, and no page headers with API responses", async ({
  request,
  client,
}) => {
  const script = /src="(\/_next\/static\/[^"]+\.js)"/.exec(
    await (await request.get(`${url}/en/evaluation`)).text(),
  )?.[1];
  for (const path of [script ?? "", "/robots.txt", "/nothing-at-all"]) {
    const headers = (await request.get(`${url}${path}`, { maxRedirects: 0 })).headers();
    expect(headers["x-content-type-options"], path).toBe("nosniff");
    expect(headers["cross-origin-resource-policy"], path).toBe("same-origin");
  }
  const { headers } = await client.get("/api/healthz", { "accept-encoding": "gzip, br" });
  for (const name of ["content-security-policy", "content-encoding", "cross-origin-resource-policy", "vary"]) {
    expect(headers.get(name), name).toBeNull();
  }
});
