import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { servePages, staticPage } from "./served-pages.fixture.ts";

Object.assign(process.env, { LOG_LEVEL: "silent" });

const data = '<script id="_R_">x</script><script>(self.__next_f=self.__next_f||[]).push([0])</script>';
const longPage = `<!DOCTYPE html><html lang="es"><body><p>${"índice ".repeat(500)}</p>${data}</body></html>`;
const shortPage = "<!DOCTYPE html><title>Short</title>";

describe("what Next would answer badly", () => {
  const asked: string[] = [];
  const remember = servePagesThatRemember(asked);

  test("a path that cannot be decoded, once or twice, reaches Next as one that can and is nowhere", async () => {
    const { ask } = await remember();
    for (const path of ["/%", "/%E0%A4%A", "/en/%ff", "/en/a%20b%", "/en/%zz?a=%ff", "/es/%25ff", "/es/%C0%80"]) {
      asked.length = 0;
      await ask(path);
      expect(asked).toHaveLength(1);
      expect(decodeURIComponent(asked[0]?.split("?")[0] ?? ""), path).toMatch(/^[^%]*\ufffd[^%]*$/);
    }
    for (const path of ["/", "/en/a%20b", "/en/evaluation?a=%ff&b=%"]) {
      asked.length = 0;
      await ask(path);
      expect(asked).toEqual([path]);
    }
  });

  test("a path with what Next would drop reaches it as one that is nowhere", async () => {
    const { ask } = await remember();
    for (const character of ["%00", "%0a", "%0D", "%09", "%1f", "%7f", "%c2%85", "%e2%80%a8", "%2500", "%20", "%20/"]) {
      for (const path of ["/en/", "/es/catalogo", "/admin/inbox"]) {
        asked.length = 0;
        await ask(path + character);
        expect(asked[0]?.startsWith(`${path}%EF%BF%BD`), path + character).toBe(true);
      }
    }
  });

  test("an address with scheme and host is the address without, also under /api", async () => {
    const { ask } = await remember();
    asked.length = 0;
    await ask("http://site.example/en?a=b");
    await ask("HTTPS://site.example");
    expect(asked).toEqual(["/en?a=b", "/"]);
    expect((await ask("http://site.example/api/healthz")).text).toBe('{"status":"ok"}');
    expect((await ask("http://site.example/api/nothing", {}, "PROPFIND")).headers["content-type"]).toMatch(/json/);
    expect((await ask("*")).status).toBe(400);
  });

  test("a method that a page does not have is a 405 that names those it has", async () => {
    const { ask } = await remember({ formPaths: ["/en/contact/send"] });
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "M-SEARCH"]) {
      const { status, headers } = await ask("/en/contact", {}, method);
      expect([status, headers.allow, headers["content-type"]]).toEqual([
        405,
        "GET, HEAD, OPTIONS",
        "text/plain; charset=utf-8",
      ]);
    }
    expect((await ask("/en/contact", {}, "OPTIONS")).headers.allow).toBe("GET, HEAD, OPTIONS");
    expect((await ask("/en/contact/send", {}, "OPTIONS")).headers.allow).toBe("GET, HEAD, OPTIONS, POST");
    expect((await ask("/en/contact/send", {}, "POST")).text).toBe("passed on");
    expect((await ask("/en/contact/send", {}, "PUT")).status).toBe(405);
  });
});

function servePagesThatRemember(asked: string[]) {
  return (given = {}) =>
    servePages((incoming, outgoing) => {
      asked.push(incoming.url ?? "");
      outgoing.end("passed on");
    }, given);
}

describe("compression", () => {
  test("is negotiated, and the body is the same either way", async () => {
    const { ask } = await servePages(staticPage(longPage));
    const plain = await ask("/en");
    const brotli = await ask("/en", { "accept-encoding": "gzip, br" });
    const gzip = await ask("/en", { "accept-encoding": "gzip" });
    expect(plain.text).toBe(longPage);
    expect(brotliDecompressSync(brotli.body).toString()).toBe(longPage);
    expect(gunzipSync(gzip.body).toString()).toBe(longPage);
    for (const { headers, body } of [plain, brotli, gzip]) {
      expect(headers.vary).toBe("rsc, Accept-Encoding");
      expect(headers["content-length"]).toBe(String(body.length));
      expect(headers.etag).toBe(plain.headers.etag);
    }
    expect([plain, brotli, gzip].map(({ headers }) => headers["content-encoding"])).toEqual([undefined, "br", "gzip"]);
  });

  test("leaves what is short, what is no text and what is compressed already as it is", async () => {
    const given: Record<string, [type: string, body: Buffer, encoding?: string]> = {
      "/short": ["text/html", Buffer.from(shortPage)],
      "/picture": ["image/png", Buffer.alloc(5000)],
      "/packed": ["text/plain", Buffer.alloc(5000), "zstd"],
    };
    const { ask } = await servePages((incoming, outgoing) => {
      const [type, body, encoding] = given[incoming.url ?? ""] ?? ["", Buffer.alloc(0)];
      outgoing
        .writeHead(200, { "Content-Type": type, ...(encoding ? { "Content-Encoding": encoding } : {}) })
        .end(body);
    });
    for (const [path, [, body, encoding]] of Object.entries(given)) {
      const answer = await ask(path, { "accept-encoding": "br, gzip" });
      expect(answer.headers["content-encoding"]).toBe(encoding);
      expect(answer.body).toEqual(body);
    }
  });

  test("gathers what comes in pieces, however they are written", async () => {
    const { ask } = await servePages((_, outgoing) => {
      outgoing.writeHead(200, "Fine", ["Content-Type", "text/html; charset=utf-8"]);
      outgoing.flushHeaders();
      outgoing.write(longPage.slice(0, 100), "utf8");
      outgoing.write(Buffer.from(longPage.slice(100, 200)), () =>
        outgoing.end(Buffer.from(longPage.slice(200)).toString("base64"), "base64"),
      );
    });
    const { status, headers, body } = await ask("/en", { "accept-encoding": "br" });
    expect([status, headers["content-encoding"]]).toEqual([200, "br"]);
    expect(brotliDecompressSync(body).toString()).toBe(longPage);
  });
});

describe("validators", () => {
  test("a page that may be kept is asked for again each time and confirmed with a 304", async () => {
    const { ask } = await servePages(staticPage(longPage));
    const first = await ask("/en", { "accept-encoding": "br" });
    const { etag = "", "cache-control": caching } = first.headers;
    expect(caching).toBe("public, max-age=0, must-revalidate");
    for (const tag of [etag, etag.replace("W/", ""), `"other", ${etag}`, "*"]) {
      const again = await ask("/en", { "if-none-match": tag, "accept-encoding": "br" });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, "", etag]);
      expect(again.headers.vary).toBe(first.headers.vary);
      expect(again.headers["content-security-policy"]).toBe(first.headers["content-security-policy"]);
      expect(again.headers["content-type"]).toBeUndefined();
    }
    expect((await ask("/en", { "if-none-match": '"other"' })).status).toBe(200);
  });

  test("the tag changes with the content, and with the policy alone", async () => {
    const tagOf = async (html: string, isSecure: boolean) =>
      (await (await servePages(staticPage(html), { isSecure })).ask("/en")).headers.etag;
    const tags = await Promise.all([tagOf(longPage, false), tagOf(`${longPage} `, false), tagOf(longPage, true)]);
    expect(new Set(tags).size).toBe(3);
  });

  test("an answer that sets a cookie is private, and what must not be kept has no tag", async () => {
    const { ask } = await servePages((incoming, outgoing) => {
      if (incoming.url === "/cookie") outgoing.setHeader("Set-Cookie", "locale=es");
      else outgoing.setHeader("Cache-Control", "private, no-cache, no-store, max-age=0, must-revalidate");
      staticPageUnlessSet(outgoing);
    });
    const withCookie = await ask("/cookie");
    expect(withCookie.headers["cache-control"]).toBe("private, max-age=0, must-revalidate");
    const dynamic = await ask("/dynamic", { "if-none-match": "*" });
    expect([dynamic.status, dynamic.headers.etag]).toEqual([200, undefined]);
    expect(dynamic.headers["cache-control"]).toContain("no-store");
  });

  test("Next is asked for the whole page, so that HEAD has the very headers of GET", async () => {
    const { ask } = await servePages((incoming, outgoing) => {
      expect(incoming.method).toBe("GET");
      for (const name of ["if-none-match", "if-modified-since", "range"])
        expect(incoming.headers[name]).toBeUndefined();
      staticPage(longPage)(incoming, outgoing);
    });
    const since = "Sat, 21 Nov 2026 11:00:00 GMT";
    const get = await ask("/en", { "accept-encoding": "br", range: "bytes=0-9", "if-modified-since": since });
    const head = await ask("/en", { "accept-encoding": "br", "if-none-match": '"x"' }, "HEAD");
    expect(head.body).toHaveLength(0);
    const { date: _, ...headers } = get.headers;
    expect(head.headers).toMatchObject(headers);
    expect((await ask("/en", { "if-none-match": get.headers.etag ?? "" }, "HEAD")).status).toBe(304);
  });
});

function staticPageUnlessSet(outgoing: Parameters<ReturnType<typeof staticPage>>[1]): void {
  outgoing.setHeader("Content-Type", "text/html; charset=utf-8");
  if (!outgoing.hasHeader("cache-control")) outgoing.setHeader("Cache-Control", "s-maxage=31536000");
  outgoing.end(longPage);
}
