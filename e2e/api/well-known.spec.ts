import { expect } from "@playwright/test";
import { test } from "../support/test.ts";

const url = process.env.E2E_URL ?? "";
const siteUrl = url.replace("127.0.0.1", "localhost");
const discovery =
  '</api/openapi.json>; rel="service-desc"; type="application/json", </.well-known/api-catalog>; rel="api-catalog"';

test("lets a program find every published API from the home page", async ({ client }) => {
  for (const [path, guide] of [
    ["/en", "/en/developers"],
    ["/es", "/es/desarrolladores"],
  ]) {
    const link = (await fetch(`${url}${path}`)).headers.get("link");
    expect(link, path).toContain(`${discovery}, <${guide}>; rel="service-doc"; type="text/html"`);
  }
  const catalog = await fetch(`${url}/.well-known/api-catalog`);
  expect(catalog.status).toBe(200);
  expect(Object.fromEntries(catalog.headers)).toMatchObject({
    "content-type": 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    "access-control-allow-origin": "*",
    link: discovery,
  });
  const { linkset } = (await catalog.json()) as {
    linkset: [{ item: { href: string }[] }, ...Record<string, { href: string }[]>[]];
  };
  const [{ item }, ...contexts] = linkset;
  const entries = (await client.get("/api/catalog")).json as { slug: string }[];
  expect(item.map(({ href }) => href)).toEqual([
    `${siteUrl}/api/openapi.json`,
    ...entries.map(({ slug }) => `${siteUrl}/api/catalog/${encodeURIComponent(slug)}`),
  ]);
  const targets = contexts.flatMap(({ anchor: _, ...links }) => Object.values(links).flat()).map(({ href }) => href);
  const all = [...item.map(({ href }) => href), ...targets];
  // The links of all APIs are made alike, and other tests store many.
  const others = entries.flatMap(({ slug }) => (slug === "receipts-validation" ? [] : [`/${slug}`]));
  const followed = all.filter((href) => href.startsWith(siteUrl) && !others.some((other) => href.includes(other)));
  expect(followed.length).toBeGreaterThan(3);
  for (const target of followed) {
    expect({ target, status: (await fetch(target.replace(siteUrl, url))).status }).toEqual({
      target,
      status: 200,
    });
  }
});

test("serves no security.txt in a demonstration", async () => {
  const response = await fetch(`${url}/.well-known/security.txt`);
  expect(response.status).toBe(404);
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await response.text()).toContain("demonstration");
});

test("lets a program find the MCP server and its server card from the origin", async () => {
  const catalog = await fetch(`${url}/.well-known/ai-catalog.json`);
  expect(catalog.headers.get("content-type")).toBe("application/ai-catalog+json");
  const { entries } = (await catalog.json()) as { entries: { type: string; url: string }[] };
  expect(entries).toMatchObject([{ type: "application/mcp-server-card+json", url: `${siteUrl}/mcp/server-card` }]);
  const [card, old] = [await fetch(`${url}/mcp/server-card`), await fetch(`${url}/.well-known/mcp/server-card.json`)];
  for (const { headers } of [card, old]) {
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "application/mcp-server-card+json",
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "ETag",
    });
  }
  const text = await card.text();
  expect(await old.text()).toBe(text);
  expect(JSON.parse(text)).toMatchObject({ title: "Encaje", remotes: [{ url: `${siteUrl}/mcp` }] });
});

test("redirects /openapi.json to the contract, and refuses other guessed files", async () => {
  const guessed = await fetch(`${url}/openapi.json`, { redirect: "manual" });
  expect([guessed.status, guessed.headers.get("location")]).toEqual([308, "/api/openapi.json"]);
  for (const path of [
    "/.well-known/mcp.json",
    "/.well-known/agent-card.json",
    "/ads.txt",
    "/en/nothing.json",
    "/.env",
  ]) {
    const { status, headers } = await fetch(`${url}${path}`, { redirect: "manual" });
    expect({ path, status, type: headers.get("content-type") }).toEqual({
      path,
      status: 404,
      type: "text/plain; charset=utf-8",
    });
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  }
  expect((await fetch(`${url}/nothing`, { redirect: "manual" })).status).toBe(307);
});

test("responds in Markdown to every page link in llms.txt", async () => {
  const response = await fetch(`${url}/llms.txt`);
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const links = [...(await response.text()).matchAll(/\]\((\S+\.md)\)/g)].map(([, link = ""]) => link);
  for (const link of links) {
    const { status, headers } = await fetch(link.replace(siteUrl, url));
    expect({ link, status, type: headers.get("content-type") }).toEqual({
      link,
      status: 200,
      type: "text/markdown; charset=utf-8",
    });
  }
});

for (const [path, expected] of [
  ["/.well-known/api-catalog", { status: 200, link: discovery }],
  ["/.well-known/security.txt", { status: 404, link: null }],
  ["/mcp/server-card", { status: 200, link: discovery }],
  ["/llms.txt", { status: 200, link: discovery }],
] as const) {
  test(`answers HEAD and OPTIONS of ${path}, and rejects POST with a 405`, async () => {
    const head = await fetch(`${url}${path}`, { method: "HEAD" });
    expect({ status: head.status, link: head.headers.get("link") }).toEqual(expected);
    expect(head.headers.get("x-content-type-options")).toBe("nosniff");
    const etag = head.headers.get("etag") ?? "";
    const again = await fetch(`${url}${path}`, { headers: { "if-none-match": etag } });
    expect(again.status).toBe(expected.status === 200 ? 304 : 404);
    const preflight = await fetch(`${url}${path}`, {
      method: "OPTIONS",
      headers: { origin: "https://reader.example" },
    });
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET",
      "access-control-allow-headers": "Content-Type, If-None-Match",
      allow: "GET, HEAD, OPTIONS",
    });
    const post = await fetch(`${url}${path}`, { method: "POST" });
    expect({ status: post.status, allow: post.headers.get("allow") }).toEqual({
      status: 405,
      allow: "GET, HEAD, OPTIONS",
    });
  });
}

test("links from API responses to the contract", async ({ client }) => {
  for (const path of ["/api/healthz", "/api/catalog", "/api/openapi.json", "/api/catalog/no-such-api"]) {
    expect((await client.get(path)).headers.get("link"), path).toBe(discovery);
  }
});
