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

test("lets any cache store a page that is the same for everyone, and revalidates it by ETag", async ({ request }) => {
  for (const path of ["/en", "/en/evaluation", "/es/catalogo", "/en/catalog/prize-draws", "/es/privacidad"]) {
    const first = await request.get(`${url}${path}`, { headers: { cookie: "locale=es", "accept-language": "es" } });
    const { "cache-control": caching, "set-cookie": cookie, vary } = first.headers();
    expect([path, caching, cookie, vary]).toEqual([
      path,
      "public, max-age=0, s-maxage=10, stale-while-revalidate=60",
      undefined,
      "Accept, Accept-Encoding, RSC",
    ]);
  }
  // Leave out the catalog's pages, which change whenever another test publishes an entry.
  for (const path of ["/en/evaluation", "/es/privacidad"]) {
    const { etag = "" } = (await request.get(`${url}${path}`)).headers();
    const again = await request.get(`${url}${path}`, { headers: { "if-none-match": etag } });
    expect([path, again.status(), await again.text()]).toEqual([path, 304, ""]);
  }
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

test("serves files of the build as immutable, and a 404 for a missing file", async ({ request }) => {
  const html = await (await request.get(`${url}${page}`)).text();
  const files = [...new Set(html.match(/\/_next\/static\/[\w./~-]+\.(js|css|woff2)/g))];
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    const response = await request.get(`${url}${file}`);
    expect(response.status(), file).toBe(200);
    expect(response.headers()["cache-control"], file).toBe("public, max-age=31536000, immutable");
    expect(response.headers()["content-type"], file).toMatch(/^(text\/(javascript|css); charset=utf-8|font\/woff2)$/);
  }
  for (const path of ["/_next/static/none.js", "/_next/static/..%2f..%2fpackage.json", "/_next/static/%ff"]) {
    expect((await request.get(`${url}${path}`)).status(), path).toBe(404);
  }
});

test.describe("an unknown path", () => {
  for (const [path, language] of [
    ["/en/%ff", "en"],
    ["/en/%25ff", "en"],
    ["/es/%E0%A4%A", "es"],
    ["/es/nada", "es"],
    ["/es/catalogo/%", "es"],
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

test("rejects methods other than GET, HEAD and OPTIONS for a page with a 405 and an Allow header", async ({
  request,
}) => {
  for (const method of ["POST", "PUT", "DELETE", "TRACE", "PROPFIND"]) {
    const response = await request.fetch(`${url}${page}`, { method });
    expect(response.status(), method).toBe(405);
    expect(response.headers().allow).toBe("GET, HEAD, OPTIONS");
  }
  expect((await request.fetch(`${url}${page}`, { method: "OPTIONS" })).status()).toBe(204);
});

test("accepts POST requests at the send path of each form", async ({ request }) => {
  for (const path of ["/en/evaluation/send", "/es/evaluacion/enviar", "/en/contact/send", "/es/contacto/enviar"]) {
    const response = await request.fetch(`${url}${path}`, { method: "OPTIONS" });
    expect(response.headers().allow, path).toBe("GET, HEAD, OPTIONS, POST");
    expect((await request.post(`${url}${path}`, { form: {}, maxRedirects: 0 })).status(), path).toBe(303);
  }
});
