import { describe, expect, test, vi } from "vitest";
import { responseExamples } from "../contract/examples.ts";
import { findSiteRoute } from "./site-routes.ts";
import { buildLinkset, writeSecurityText } from "./well-known.ts";

const url = "https://encaje.test";

describe("the linkset of the APIs", () => {
  const entry = responseExamples.getCatalogApi;
  const elsewhere = {
    ...entry,
    slug: "prize draws",
    titleEn: "Prize draws",
    swaggerUrl: "https://docs.example.com/v1",
  };
  const { linkset } = buildLinkset(url, [entry, elsewhere]);

  test("lists one context each for our own API and every published entry", () => {
    const [catalog, ...contexts] = linkset;
    expect(catalog).toEqual({
      anchor: `${url}/.well-known/api-catalog`,
      item: [
        { href: `${url}/api/openapi.json` },
        { href: `${url}/api/catalog/receipts-validation`, title: "Receipt validation" },
        { href: `${url}/api/catalog/prize%20draws`, title: "Prize draws" },
      ],
      alternate: [
        { href: `${url}/en/changes.atom`, type: "application/atom+xml", hreflang: ["en"] },
        { href: `${url}/en/changes.json`, type: "application/feed+json", hreflang: ["en"] },
        { href: `${url}/es/cambios.atom`, type: "application/atom+xml", hreflang: ["es"] },
        { href: `${url}/es/cambios.json`, type: "application/feed+json", hreflang: ["es"] },
      ],
    });
    expect(contexts.map(({ anchor }) => anchor)).toEqual(catalog?.item?.map(({ href }) => href));
  });

  test("links the OpenAPI document, the status and the privacy notice", () => {
    expect(linkset[1]).toMatchObject({
      "service-desc": [{ href: `${url}/api/openapi.json`, type: "application/json" }],
      "service-doc": [{ href: `${url}/en/developers` }, { href: `${url}/es/desarrolladores` }],
      status: [{ href: `${url}/api/healthz` }],
      "privacy-policy": [{ hreflang: ["en"] }, { hreflang: ["es"] }],
    });
  });

  test("links an entry's page in each language and the entry's own description", () => {
    expect(linkset[2]).toMatchObject({
      "service-desc": [{ href: `${url}/en/catalog/receipts-validation/spec.json`, type: "application/json" }],
      "service-doc": [
        { href: `${url}/en/catalog/receipts-validation`, type: "text/html", hreflang: ["en"] },
        { href: `${url}/es/catalogo/receipts-validation`, type: "text/html", hreflang: ["es"] },
      ],
      status: [
        { href: `${url}/en/catalog/receipts-validation/changes`, hreflang: ["en"] },
        { href: `${url}/es/catalogo/receipts-validation/cambios`, hreflang: ["es"] },
      ],
      "service-meta": [
        { href: `${url}/en/catalog/receipts-validation/changes.atom` },
        { href: `${url}/en/catalog/receipts-validation/changes.json` },
        { href: `${url}/es/catalogo/receipts-validation/cambios.atom` },
        { href: `${url}/es/catalogo/receipts-validation/cambios.json` },
      ],
    });
    expect(linkset[3]?.["service-desc"]).toEqual([{ href: "https://docs.example.com/v1" }]);
  });
});

test("writes a security.txt with the fields of RFC 9116 that expires within a year", () => {
  const text = writeSecurityText(
    { url, contactEmail: "hello@encaje.test", isDemonstration: false },
    new Date("2026-11-22T19:40:00Z"),
  );
  expect(text).toBe(
    [
      "Contact: mailto:hello@encaje.test",
      "Expires: 2027-05-21T00:00:00.000Z",
      "Preferred-Languages: en, es",
      "Canonical: https://encaje.test/.well-known/security.txt",
      "Policy: https://encaje.test/en/security",
      "",
    ].join("\n"),
  );
});

test.each([
  ["a demonstration", "", 404],
  ["a site with its own address and calendar", "team@encaje.test", 200],
])("for %s, with CONTACT_EMAIL %j, responds to security.txt with %d", async (_name, contactEmail, status) => {
  vi.resetModules();
  vi.stubEnv("CONTACT_EMAIL", contactEmail);
  vi.stubEnv("SCHEDULING_URL", "https://book.encaje.test");
  const { wellKnownRoutes } = await import("./well-known.ts");
  const response = await wellKnownRoutes["/.well-known/security.txt"](new Request(`${url}/.well-known/security.txt`));
  expect([response.status, response.headers["Content-Type"]]).toEqual([status, "text/plain; charset=utf-8"]);
});

test("serves well-known files only at their exact paths", () => {
  for (const method of ["GET", "HEAD", "OPTIONS"])
    expect(findSiteRoute(method, "/.well-known/api-catalog")).toBeDefined();
  expect(findSiteRoute("POST", "/.well-known/api-catalog")).toBeUndefined();
  for (const path of [
    "/.well-known",
    "/.well-known/api-catalog/",
    "/.well-known/other",
    "/openapi.yaml",
    "constructor",
  ]) {
    expect(findSiteRoute("GET", path)).toBeUndefined();
  }
});
