import { expect } from "@playwright/test";
import { test } from "../support/test.ts";

const url = process.env.E2E_URL ?? "";
const page = "/en/evaluation";
test("compresses a page and its files if the browser accepts it", async ({ request }) => {
  const html = await (await request.get(`${url}${page}`)).text();
  const script = /src="(\/_next\/static\/[^"]+\.js)"/.exec(html)?.[1] ?? "no script";
  const style = /rel="stylesheet" href="(\/_next\/static\/[^"]+\.css)"/.exec(html)?.[1] ?? "no style";
  for (const path of [page, script, style]) {
    const get = (coding: string) => request.get(`${url}${path}`, { headers: { "accept-encoding": coding } });
    const [plain, packed] = [await get("identity"), await get("gzip, deflate, br")];
    expect(plain.headers()["content-encoding"]).toBeUndefined();
    expect(packed.headers()["content-encoding"], path).toBe("br");
    expect(await packed.text()).toBe(await plain.text());
    expect(Number(packed.headers()["content-length"])).toBeLessThan((await plain.body()).length / 2);
  }
  const data = await request.get(`${url}${page}?_rsc`, { headers: { rsc: "1", "accept-encoding": "gzip" } });
  expect(data.headers()).toMatchObject({ "content-type": "text/x-component", "content-encoding": "gzip" });
  expect(await data.text()).toContain("$Sreact.fragment");
});

test("forbids caching of a page that shows a visitor's input", async ({ request }) => {
  for (const path of [
    "/en/evaluation/result",
    "/es/contacto/enviada",
    "/en/evaluation/refused?problem=refused",
    "/en/catalog?search=draw",
  ]) {
    const { "cache-control": caching } = (await request.get(`${url}${path}`)).headers();
    expect([path, caching]).toEqual([path, expect.stringContaining("no-store")]);
  }
});

test("shows the site's own 404 page for an unknown path, in a suitable language", async ({ request }) => {
  for (const [path, language] of [
    ["/en/%ff", "en"],
    ["/es/nada", "es"],
    ["/%E0%A4%A", "es"],
    ["/icons", "es"],
  ] as const) {
    const response = await request.get(`${url}${path}`, { headers: { "accept-language": "es" } });
    expect([path, response.status()]).toEqual([path, 404]);
    if (path === "/icons") expect(response.url()).toBe(`${url}/es/icons`);
    expect(response.headers()["content-type"]).toBe("text/html; charset=utf-8");
    expect(await response.text()).toMatch(new RegExp(`<html lang="${language}"`));
  }
});

test("never redirects an unknown path to another site", async ({ request }) => {
  for (const path of [
    "//evil.example/",
    "/\\evil.example",
    "/%2f%2fevil.example",
    "/%5cevil.example",
    "/en//evil.example",
  ]) {
    const response = await request.get(`${url}${path}`, { maxRedirects: 0 });
    expect(response.headers().location ?? "", path).toMatch(/^(\/(?![/\\])|$)/);
  }
});
