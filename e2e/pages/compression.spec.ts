import { expect } from "@playwright/test";
import { test } from "../support/test.ts";

const url = process.env.E2E_URL ?? "";
const page = "/en/evaluation";
test.describe("compression", () => {
  test("compresses a page, its script and its style sheet if the browser accepts it, without changing them", async ({
    request,
  }) => {
    const html = await (await request.get(`${url}${page}`)).text();
    const script = /src="(\/_next\/static\/[^"]+\.js)"/.exec(html)?.[1] ?? "no script";
    const style = /rel="stylesheet" href="(\/_next\/static\/[^"]+\.css)"/.exec(html)?.[1] ?? "no style";
    for (const path of [page, script, style]) {
      const get = (coding: string) => request.get(`${url}${path}`, { headers: { "accept-encoding": coding } });
      const plain = await get("identity");
      expect(plain.headers()["content-encoding"]).toBeUndefined();
      for (const [accepted, coding] of [
        ["gzip, deflate, br", "br"],
        ["gzip", "gzip"],
        ["br;q=0, gzip;q=0.5", "gzip"],
      ] as const) {
        const packed = await get(accepted);
        expect(packed.headers()["content-encoding"], path).toBe(coding);
        expect(await packed.text()).toBe(await plain.text());
        expect(Number(packed.headers()["content-length"])).toBeLessThan((await plain.body()).length / 2);
        expect(packed.headers().etag).toBe(plain.headers().etag);
        expect(
          packed
            .headers()
            .vary?.split(", ")
            .filter((name) => name === "Accept-Encoding"),
        ).toHaveLength(1);
      }
      expect(plain.headers().vary).toContain("Accept-Encoding");
    }
  });

  test("compresses the page data that Next's own script requests", async ({ request }) => {
    const headers = { rsc: "1", "accept-encoding": "gzip" };
    const response = await request.get(`${url}${page}?_rsc`, { headers });
    expect(response.headers()["content-type"]).toBe("text/x-component");
    expect(response.headers()["content-encoding"]).toBe("gzip");
    expect(await response.text()).toContain("$Sreact.fragment");
  });
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

test.describe("an unknown path", () => {
  for (const [path, language] of [
    ["/en/%ff", "en"],
    ["/es/nada", "es"],
    ["/%E0%A4%A", "es"],
    ["/icons", "es"],
  ] as const) {
    test(`shows the site's own 404 in ${language} for ${path}`, async ({ request }) => {
      const response = await request.get(`${url}${path}`, { headers: { "accept-language": "es" } });
      expect(response.status()).toBe(404);
      expect(response.headers()["content-type"]).toBe("text/html; charset=utf-8");
      expect(await response.text()).toMatch(new RegExp(`<html lang="${language}"`));
    });
  }

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
});
