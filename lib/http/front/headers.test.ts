import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Handler, servePages, staticPage } from "./served-pages.fixture.ts";

const opening = "(self.__next_f=self.__next_f||[]).push([0])";
const page = (content: string) =>
  `<!DOCTYPE html><html lang="en"><body>${content}<script id="_R_"></script><script>${opening}</script></body></html>`;

function policyOf(header: string | string[] | undefined): Map<string, string[]> {
  const directives = String(header).split("; ");
  return new Map(directives.map((directive) => [directive.split(" ")[0] ?? "", directive.split(" ").slice(1)]));
}

const redirect: Handler = (_, outgoing) => {
  outgoing.writeHead(307, { Location: "/en" }).end("/en");
};

describe("a page", () => {
  test("allows nothing but its own files, and of inline scripts the framework's data alone", async () => {
    const style = "p{color:red}";
    const { ask } = await servePages(staticPage(page("<script>alert(1)</script>")), {
      files: { "static/chunks/a.css": style, "static/chunks/b.js": "1" },
    });
    const policy = policyOf((await ask("/en")).headers["content-security-policy"]);
    const hash = `'sha256-${createHash("sha256").update(opening).digest("base64")}'`;
    expect(Object.fromEntries(policy)).toEqual({
      "default-src": ["'none'"],
      "script-src": ["'self'", hash],
      "style-src": ["'self'", `'sha256-${createHash("sha256").update(style).digest("base64")}'`],
      "font-src": ["'self'"],
      "img-src": ["'self'", "data:"],
      "connect-src": ["'self'"],
      "manifest-src": ["'self'"],
      "object-src": ["'none'"],
      "base-uri": ["'none'"],
      "form-action": ["'self'"],
      "frame-ancestors": ["'none'"],
    });
  });

  test("carries the other headers that protect it, and none that tells of the framework", async () => {
    const { ask } = await servePages((incoming, outgoing) => {
      for (const name of ["x-nextjs-cache", "x-nextjs-prerender", "x-middleware-rewrite", "x-powered-by"]) {
        outgoing.setHeader(name, "told");
      }
      staticPage(page(""))(incoming, outgoing);
    });
    const { headers } = await ask("/en");
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "x-frame-options": "DENY",
    });
    expect(headers["permissions-policy"]).toMatch(/(^|, )camera=\(\)(,|$)/);
    expect(headers["permissions-policy"]).not.toContain("clipboard-write");
    expect(Object.values(headers)).not.toContain("told");
  });

  test("whose address holds a secret is told to nobody as where one comes from", async () => {
    const { ask } = await servePages(staticPage(page("")));
    const policyAt = async (path: string) => (await ask(path)).headers["referrer-policy"];
    for (const path of ["/en/consent?token=abc", "/es/anything/?a=b&token=", "/en?a=?&%74oken=x"]) {
      expect([path, await policyAt(path)]).toEqual([path, "no-referrer"]);
    }
    expect(await policyAt("/en/token?tokens=1")).toBe("strict-origin-when-cross-origin");
  });

  test("that is too long to be looked through goes through as it comes, with no inline script admitted", async () => {
    const content = `<p>${"x".repeat(1024 * 1024)}</p>`.repeat(5);
    const { ask } = await servePages((_, outgoing) => {
      outgoing.setHeader("Content-Type", "text/html; charset=utf-8");
      outgoing.setHeader("x-nextjs-cache", "HIT");
      for (let at = 0; at < 5; at++)
        outgoing.write(content.slice((at * content.length) / 5, ((at + 1) * content.length) / 5));
      outgoing.end(page(""));
    });
    const { headers, text } = await ask("/en", { "accept-encoding": "br" });
    expect(text).toBe(content + page(""));
    expect(policyOf(headers["content-security-policy"]).get("script-src")).toEqual(["'self'"]);
    expect([headers["x-nextjs-cache"], headers["content-encoding"]]).toEqual([undefined, undefined]);
    expect((await ask("/en", {}, "HEAD")).headers["content-security-policy"]).toBe(headers["content-security-policy"]);
  });
});

describe("https", () => {
  const withCookies: Handler = (incoming, outgoing) => {
    outgoing.setHeader("Set-Cookie", ["locale=es; Path=/", "other=1; Secure; Path=/"]);
    staticPage(page(""))(incoming, outgoing);
  };

  test("is insisted on where the site is reached by it: for pages, redirects, refusals and cookies", async () => {
    const { ask } = await servePages(withCookies, { isSecure: true, files: { "static/a.js": "1" } });
    const { headers } = await ask("/en");
    expect(policyOf(headers["content-security-policy"]).has("upgrade-insecure-requests")).toBe(true);
    expect(headers["set-cookie"]).toEqual(["locale=es; Path=/; Secure", "other=1; Secure; Path=/"]);
    const redirected = await (await servePages(redirect, { isSecure: true })).ask("/");
    const others = [await ask("/en", {}, "PUT"), await ask("/_next/static/a.js"), redirected];
    for (const answer of [{ headers }, ...others]) {
      expect(Number(/^max-age=(\d+)$/.exec(answer.headers["strict-transport-security"] ?? "")?.[1])).toBeGreaterThan(
        31e6,
      );
    }
  });

  test("is not spoken of elsewhere", async () => {
    const { ask } = await servePages(withCookies);
    const { headers } = await ask("/en");
    expect(headers["strict-transport-security"]).toBeUndefined();
    expect(headers["content-security-policy"]).not.toContain("upgrade-insecure-requests");
    expect(headers["set-cookie"]).toEqual(["locale=es; Path=/", "other=1; Secure; Path=/"]);
  });
});

describe("what is no page", () => {
  const given = (type: string, headers: Record<string, string> = {}): Handler => {
    return (_, outgoing) => {
      outgoing.writeHead(200, { "Content-Type": type, ...headers }).end("x");
    };
  };

  test("is not guessed at, and is read by our own origin; pictures are shown anywhere, and a drawing runs nothing", async () => {
    for (const type of ["text/plain", "application/xml", "image/png", "image/svg+xml"]) {
      const { headers } = await (await servePages(given(type))).ask("/a");
      expect(headers["x-content-type-options"], type).toBe("nosniff");
      const whose = type.startsWith("image/") ? "cross-origin" : "same-origin";
      expect(headers["cross-origin-resource-policy"], type).toBe(whose);
      if (type === "image/svg+xml")
        expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; .*sandbox$/);
      else expect(headers["content-security-policy"], type).toBeUndefined();
    }
  });

  test("keeps what Next's own script reads with a page's data", async () => {
    const told = { "x-nextjs-rewritten-path": "/es/evaluation", "x-nextjs-stale-time": "300", "x-nextjs-cache": "HIT" };
    const { headers } = await (await servePages(given("text/x-component", told))).ask("/es/evaluacion");
    expect(headers).toMatchObject({ "x-nextjs-rewritten-path": "/es/evaluation", "x-nextjs-stale-time": "300" });
    expect(headers["x-nextjs-cache"]).toBeUndefined();
  });

  test("leads elsewhere as Next said", async () => {
    const { status, headers, text } = await (await servePages(redirect)).ask("/");
    expect([status, headers.location, text, headers["x-content-type-options"]]).toEqual([307, "/en", "/en", "nosniff"]);
  });
});
