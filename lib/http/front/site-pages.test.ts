import { randomBytes } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { AppError } from "../../domain/errors.ts";
import { getPathnames } from "../../i18n/paths.ts";
import { notePageError } from "../request-note.ts";
import { type Next, pageWithNonce, serveFront } from "./front.fixture.ts";

Object.assign(process.env, { LOG_LEVEL: "silent" });

const shell = '<!DOCTYPE html><html id="__next_error__"></html>';

/** Creates a fake Next that responds to each URL with a different page and records the requests. */
function createCountingNext(status = 200) {
  const asked: string[] = [];
  const next: Next = ({ url = "", headers }, outgoing) => {
    asked.push(url);
    const { html, policy } = pageWithNonce(
      randomBytes(16).toString("base64"),
      `<p>${url} ${"índice ".repeat(300)}</p>`,
    );
    outgoing.setHeader("Content-Security-Policy", policy);
    outgoing.setHeader("Set-Cookie", "locale=en");
    outgoing.setHeader("Link", '</font>; rel=preload; nonce="x"; as="font"');
    outgoing.setHeader("x-nextjs-cache", headers.cookie ?? "");
    const isBroken = status !== 200 && !/missing|broken|unavailable|unusable/.test(url);
    outgoing.writeHead(isBroken ? status : 200, { "Content-Type": "text/html; charset=utf-8" });
    outgoing.end(isBroken ? shell : html);
  };
  return { asked, next };
}

describe("a page that is the same for everyone", () => {
  test("renders a static page once for all queries and visitors", async () => {
    const { asked, next } = createCountingNext();
    const { ask } = await serveFront(next);
    const answers = await Promise.all(
      ["/en/evaluation", "/en/evaluation?utm_source=a", "/en/evaluation?search=b"].map((url) =>
        ask(url, { cookie: url }),
      ),
    );
    expect(asked).toEqual(["/en/evaluation"]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    for (const { headers } of answers) {
      expect(headers["cache-control"]).toBe("public, max-age=0, s-maxage=10, stale-while-revalidate=60");
      expect(headers.vary).toBe("Accept, Accept-Encoding, RSC");
      expect(headers.link).toBe('</font>; rel=preload; as="font"');
      expect(headers["content-security-policy"]).not.toContain("nonce");
      expect([headers["set-cookie"], headers["x-nextjs-cache"]]).toEqual([undefined, undefined]);
    }
  });

  test("caches a page separately from its Markdown version", async () => {
    const asked: string[] = [];
    const { next: writePage } = createCountingNext();
    const { ask } = await serveFront((incoming, outgoing) => {
      asked.push(incoming.url ?? "");
      if (!incoming.url?.endsWith(".md")) return writePage(incoming, outgoing);
      return outgoing.setHeader("content-type", "text/markdown; charset=utf-8").end("# Evaluation\n");
    });
    const markdown = { accept: "text/markdown, text/html" };
    const [page, negotiated, byAddress, pageAgain] = [
      await ask("/en/evaluation"),
      await ask("/en/evaluation?utm_source=a", markdown),
      await ask("/en/evaluation.md", { accept: "text/html" }),
      await ask("/en/evaluation", { accept: "text/html,*/*;q=0.8" }),
    ];
    expect(asked).toEqual(["/en/evaluation", "/en/evaluation.md"]);
    expect(pageAgain.text).toBe(page.text);
    for (const { text, headers } of [negotiated, byAddress]) {
      expect([text, headers["content-type"], headers.vary]).toEqual([
        "# Evaluation\n",
        "text/markdown; charset=utf-8",
        "Accept, Accept-Encoding",
      ]);
    }
    const confirmed = await ask("/en/evaluation", { ...markdown, "if-none-match": String(negotiated.headers.etag) });
    expect([confirmed.status, confirmed.text]).toEqual([304, ""]);
    const other = await ask("/en/evaluation", { "if-none-match": String(negotiated.headers.etag) });
    expect(other.status).toBe(200);
  });

  test("sends the same page content in every content coding", async () => {
    const { ask } = await serveFront(createCountingNext().next);
    const plain = await ask("/es/privacidad");
    const brotli = await ask("/es/privacidad", { "accept-encoding": "gzip, br" });
    const gzip = await ask("/es/privacidad", { "accept-encoding": "gzip" });
    expect(brotliDecompressSync(brotli.body).toString()).toBe(plain.text);
    expect(gunzipSync(gzip.body).toString()).toBe(plain.text);
    for (const { headers, body } of [plain, brotli, gzip]) {
      expect(headers["content-length"]).toBe(String(body.length));
      expect(headers.etag).toBe(plain.headers.etag);
    }
    expect([plain, brotli, gzip].map(({ headers }) => headers["content-encoding"])).toEqual([undefined, "br", "gzip"]);
  });

  test("responds with 304 to the current ETag of a page", async () => {
    const { ask } = await serveFront(createCountingNext().next);
    const first = await ask("/en/contact", { "accept-encoding": "br", range: "bytes=0-9" });
    const { etag = "" } = first.headers;
    for (const tag of [etag, etag.replace("W/", ""), `"other", ${etag}`, "*"]) {
      const again = await ask("/en/contact", { "if-none-match": tag, "accept-encoding": "br" });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, "", etag]);
      for (const name of ["vary", "content-security-policy", "cache-control"]) {
        expect(again.headers[name], name).toBe(first.headers[name]);
      }
    }
    expect((await ask("/en/contact", { "if-none-match": '"other"' })).status).toBe(200);
    const head = await ask("/en/contact", { "accept-encoding": "br" }, "HEAD");
    const { date: _, ...headers } = first.headers;
    expect([head.status, head.text]).toEqual([200, ""]);
    expect(head.headers).toMatchObject(headers);
  });

  test("shows the contact form without a topic while the catalog is unavailable", async () => {
    const { asked, next } = createCountingNext();
    const { ask } = await serveFront(next);
    for (const topic of ["prize-draws", "Prize", ""]) {
      expect((await ask(`/en/contact?topic=${topic}`)).status).toBe(200);
    }
    expect(asked).toEqual(["/en/contact"]);
  });

  test("sends no referrer from a page whose URL contains a secret", async () => {
    const { ask } = await serveFront(createCountingNext().next);
    const readReferrerPolicy = async (path: string) => (await ask(path)).headers["referrer-policy"];
    for (const path of [
      "/en/contact?token=abc",
      "/en/contact/sent?receipt=Q-7",
      "/en/contact?a=b&token=",
      "/en/contact?a=?&%74oken=x",
    ]) {
      expect([path, await readReferrerPolicy(path)]).toEqual([path, "no-referrer"]);
    }
    expect(await readReferrerPolicy("/en/contact?tokens=1")).not.toBe("no-referrer");
  });
});

describe("a page rendered per visitor", () => {
  test("passes the visitor's headers to Next, and sends no ETag", async () => {
    const { asked, next } = createCountingNext();
    const { ask } = await serveFront(next);
    const path = "/en/evaluation/result?receipt=1";
    const answers = [await ask(path, { cookie: "a=1", "if-none-match": "*" }), await ask(path, { cookie: "a=1" })];
    expect(asked).toEqual([path, path]);
    for (const { status, headers, text } of answers) {
      expect([status, headers["set-cookie"], headers.etag]).toEqual([200, ["locale=en"], undefined]);
      expect(headers["content-security-policy"]).not.toContain("nonce");
      expect(text).not.toMatch(/nonce|_next\/static\/chunks\/a-1/);
    }
    const packed = await ask(path, { "accept-encoding": "br" });
    expect(brotliDecompressSync(packed.body).toString()).toContain(path);
  });

  test.each([
    [404, "/en/nothing-here", "/en/missing"],
    [404, "/es/consentimiento?token=x", "/es/consent/unusable"],
    [500, "/es/evaluacion/resultado", "/es/broken"],
    [503, "/es/consentimiento?token=x", "/es/unavailable"],
  ])("shows an error page if Next responds with %i to %s", async (status, path, page) => {
    const { ask } = await serveFront(createCountingNext(status).next);
    const answer = await ask(path);
    expect([answer.status, answer.headers["cache-control"], answer.headers.etag]).toEqual([
      status,
      "no-store",
      undefined,
    ]);
    expect(answer.text).toContain(page);
  });

  test.each([
    ["the database is unavailable", new AppError("unavailable", "Away."), 503, "5", "/es/unavailable"],
    ["there is an unexpected error", new Error("A fault"), 500, undefined, "/es/broken"],
  ])("shows an error page when %s", async (_why, error, status, retryAfter, page) => {
    const { next: writePage } = createCountingNext();
    const { ask } = await serveFront(async (incoming, outgoing) => {
      if (!incoming.url?.includes("consentimiento")) return writePage(incoming, outgoing);
      outgoing.statusCode = 500;
      await Promise.resolve().then(() => notePageError(error, "/[locale]/consent"));
      outgoing.end(shell);
    });
    const answer = await ask("/es/consentimiento?token=x");
    expect([answer.status, answer.headers["retry-after"]]).toEqual([status, retryAfter]);
    expect(answer.text).toContain(page);
  });

  test.each(["/en/evaluation/", "/en/%65valuation"])(
    "leaves the framework's scripts in a form whose path is written %s",
    async (path) => {
      const { ask } = await serveFront(createCountingNext().next);
      expect((await ask(path)).text).toContain("_next/static/chunks/a-1");
    },
  );

  test("passes a search with a repeated parameter to Next", async () => {
    const { asked, next } = createCountingNext();
    const { ask } = await serveFront(next);
    const path = "/en/catalog?search=&search=draw";
    expect([(await ask(path)).status, asked]).toEqual([200, [path]]);
  });

  test("responds with 404 at the path of an error page", async () => {
    const { ask } = await serveFront(createCountingNext().next);
    for (const path of ["/en/missing", "/es/broken", "/en/unavailable", "/en/consent/unusable"]) {
      const { status, text } = await ask(path);
      expect([path, status]).toEqual([path, 404]);
      expect(text).toContain("missing");
    }
  });

  test("passes requests for Next's client-side data to Next", async () => {
    const { asked, next } = createCountingNext();
    const { ask } = await serveFront(next);
    expect((await ask("/en/evaluation", { rsc: "1" })).headers["content-security-policy"]).toContain("nonce");
    expect(asked).toEqual(["/en/evaluation"]);
  });

  test("renders at once four pages for the cache, four per visitor and four of the sign-in", async () => {
    type Renders = (() => void)[];
    const open: Record<"visits" | "pages" | "signIns", Renders> = { visits: [], pages: [], signIns: [] };
    const { ask } = await serveFront(({ url = "" }, outgoing) => {
      const kind = url.endsWith(".md") ? "pages" : url === "/admin/sign-in" ? "signIns" : "visits";
      open[kind].push(() => outgoing.setHeader("content-type", "text/markdown").end("done"));
    });
    const pages = (["/evaluation", "/contact", "/developers", "/privacy"] as const).map((href) => getPathnames(href));
    const cached = pages.flatMap((paths) => Object.values(paths).map((path) => `${path}.md`));
    const answers = Promise.all([
      ...cached.map((path) => ask(path)),
      ...cached.map(() => ask("/admin/sign-in")),
      ...cached.map(() => ask("/en/evaluation", { rsc: "1", "next-router-state-tree": "%5B%22%22%5D" })),
    ]);
    for (let left = cached.length; left > 0; left--) {
      for (const renders of Object.values(open)) {
        await expect.poll(() => renders.length).toBe(Math.min(4, left));
        renders.shift()?.();
      }
    }
    expect(new Set((await answers).map(({ text }) => text))).toEqual(new Set(["done"]));
  });
});
