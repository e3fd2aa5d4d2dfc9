import fs from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";
import { allOperations } from "../../lib/contract/all-operations.ts";
import type { Access } from "../../lib/contract/operation.ts";
import { requestsOf, sessionCookie, test } from "../support/operators.ts";
import { query, randomAddress } from "../support/test.ts";

const root = path.join(import.meta.dirname, "..", "..");

/** Everything else is closed to strangers. */
const openPages = ["/admin/sign-in", "/admin/second-factor", "/admin/invitation/[token]"];
const openRoutes = ["/api/admin/sign-in", "/api/admin/second-factor", "/api/admin/invitation"];
/** Open to a session without a second factor. */
const beginnerRoutes = ["/api/admin/second-factor/set-up", "/api/admin/sign-out"];
const adminPages = ["/admin/audit", "/admin/operators", "/admin/people"];
const adminRoutes = [
  ...["invite", "role", "state"].map((verb) => `/api/admin/operators/${verb}`),
  ...["download", "erase", "find"].map((verb) => `/api/admin/people/${verb}`),
];

type Found = { address: string; file: string };

/** Addresses of the files called `name` below a folder of app/, as the router makes them of folders. */
function find(folder: string, name: string): Found[] {
  const files = fs.readdirSync(path.join(root, "app", folder), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => path.basename(file) === name)
    .map((file) => ({
      file: path.join("app", folder, file),
      address: `/${path.join(folder, path.dirname(file))}`.replace(/\/\([^)]+\)/g, "").replace(/\/\.?$/, ""),
    }));
}

/** An address with something in the place of each parameter. */
function fill(address: string): string {
  return address.replace(/\[+(\.\.\.)?\w+\]+/g, "1");
}

/** The page that leads in, and from there to `address`, unless a sign-in leads there anyway. */
function wayTo(address: string): string {
  const entrance = "/admin/sign-in";
  return ["/admin", "/admin/inbox", "/admin/second-factor/set-up"].includes(address)
    ? entrance
    : `${entrance}?to=${encodeURIComponent(address)}`;
}

const pages = find("admin", "page.tsx");
const routes = find("api/admin", "route.ts");
const pagesWithRoutes = find("admin", "route.ts");

function methodsOf(file: string): string[] {
  const source = fs.readFileSync(path.join(root, file), "utf8");
  const methods = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];
  return methods.filter((method) => new RegExp(`export [^;]*\\b${method}\\b`).test(source));
}

/** Who may call a route or open a page: by its operation, or by its source where it has none. */
function accessOf({ address, file }: Found): Access {
  const template = address.replace(/\[(\w+)\]/g, "{$1}");
  const operation = allOperations.find((each) => each.access && `/api${each.path}` === template);
  const source = fs.readFileSync(path.join(root, file), "utf8");
  const isForAdmins = /\bhandleAdminForm\(|\brole: "admin"|\brequirePageAdmin\(/.test(source);
  return operation?.access ?? (isForAdmins ? "admin" : "operator");
}

const addressesOf = (all: Found[], access: Access) =>
  all.filter((each) => accessOf(each) === access).map(({ address }) => address);

const strangers = {
  "without a cookie": {},
  "with a forged cookie": { cookie: `${sessionCookie}=${encodeURIComponent(`${"a".repeat(32)}.${"A".repeat(43)}=`)}` },
  "with a malformed cookie": { cookie: `${sessionCookie}=%E0%A4%A` },
};
const stranger = (cookie: Record<string, string>) => requestsOf({ "x-forwarded-for": randomAddress(), ...cookie });

test("the walk finds the desk", () => {
  expect(pages.map(({ address }) => address)).toEqual(expect.arrayContaining(["/admin", ...openPages, ...adminPages]));
  expect(addressesOf(routes, "anyone").sort()).toEqual([...openRoutes].sort());
  expect(addressesOf(routes, "visitor").sort()).toEqual(beginnerRoutes);
  expect([addressesOf(pages, "admin").sort(), addressesOf(routes, "admin").sort()]).toEqual([adminPages, adminRoutes]);
  // Routes are below /api, where they are walked.
  expect(pagesWithRoutes).toEqual([]);
});

test("a page that makes its title of data asks for the operator there too", () => {
  for (const { file } of pages) {
    const source = fs.readFileSync(path.join(root, file), "utf8");
    const [metadata] = /async function generateMetadata[\s\S]*?\n}\n/.exec(source) ?? [];
    const reads = /await (?!params|searchParams)/.test(metadata ?? "");
    if (reads) expect.soft(metadata, file).toMatch(/requirePage(Operator|Admin)\(/);
  }
});

for (const [name, cookie] of Object.entries(strangers)) {
  test(`each page leads whoever comes ${name} to the sign-in and shows nothing`, async () => {
    const { fetch } = stranger(cookie);
    for (const { address } of pages.filter((page) => !openPages.includes(page.address))) {
      const path = fill(address);
      const response = await fetch(path);
      expect.soft([response.status, response.headers.get("location")], address).toEqual([307, wayTo(path)]);
      expect.soft(response.headers.get("cache-control"), address).toContain("no-store");
      // As Next's own script would ask for it: the frame that all pages share, and the same redirect.
      const part = await (await fetch(`${path}?_rsc`, { headers: { rsc: "1" } })).text();
      expect.soft(part, address).toContain(`E{"digest":"NEXT_REDIRECT;replace;${wayTo(path)};307;"}`);
    }
  });

  test(`each route answers whoever comes ${name} with 401, by every method`, async () => {
    const { fetch } = stranger(cookie);
    for (const { address, file } of routes.filter((route) => !openRoutes.includes(route.address))) {
      const methods = methodsOf(file);
      expect.soft(methods, file).not.toEqual([]);
      for (const method of methods) {
        const response = await fetch(fill(address), { method });
        const text = await response.text();
        const what = `${method} ${address}`;
        expect.soft(response.status, what).toBe(401);
        expect.soft(text, what).toBe(method === "HEAD" ? "" : '{"error":"Sign in first."}');
        expect.soft(response.headers.get("cache-control"), what).toBe("no-store");
      }
    }
  });
}

test("the ways in are open, kept out of caches and searches", async () => {
  const { fetch } = stranger({});
  for (const address of openPages) {
    const response = await fetch(fill(address));
    expect.soft(response.status, address).toBe(200);
    expect.soft(response.headers.get("cache-control"), address).toContain("no-store");
    expect.soft(await response.text(), address).toContain('<meta name="robots" content="noindex, nofollow"/>');
  }
  expect(await (await fetch("/robots.txt")).text()).toContain("Disallow: /admin\n");
});

test("whoever has not set up the second factor is answered no more than a stranger", async ({ signedIn }) => {
  const { operator, fetch } = await signedIn("admin");
  await query("UPDATE operators SET two_factor_enabled = false WHERE id = $1", [operator.id]);
  const own = "/admin/second-factor/set-up";
  for (const { address } of pages.filter((page) => ![...openPages, own].includes(page.address))) {
    const path = fill(address);
    const response = await fetch(path);
    expect.soft([response.status, response.headers.get("location")], address).toEqual([307, wayTo(path)]);
  }
  const closed = routes.filter(({ address }) => ![...openRoutes, ...beginnerRoutes].includes(address));
  for (const { address, file } of closed) {
    for (const method of methodsOf(file)) {
      expect.soft((await fetch(fill(address), { method })).status, `${method} ${address}`).toBe(401);
    }
  }
});

test("what is for admins is closed to a member, and open to an admin", async ({ signedIn }) => {
  const [member, admin] = [await signedIn("member"), await signedIn("admin")];
  const closed = pages.filter((page) => accessOf(page) === "admin");
  for (const { address } of closed) {
    const refused = await member.fetch(fill(address));
    expect.soft([refused.status, refused.headers.get("location")], address).toEqual([307, "/admin/forbidden"]);
    expect.soft((await admin.fetch(fill(address))).status, address).toBe(200);
  }
  for (const { address, file } of routes.filter((route) => accessOf(route) === "admin")) {
    for (const method of methodsOf(file)) {
      expect.soft((await member.fetch(fill(address), { method })).status, `${method} ${address}`).toBe(403);
    }
  }
});

test("no route does what another site's page sends, session or not", async ({ signedIn }) => {
  const { fetch } = await signedIn("admin");
  const foreign: HeadersInit[] = [[["origin", "https://evil.example"]], [["sec-fetch-site", "cross-site"]]];
  for (const { address } of routes) {
    for (const headers of foreign) {
      const response = await fetch(fill(address), { method: "POST", headers });
      expect.soft(response.status, address).toBe(403);
    }
  }
});

const endings = {
  "was not used for eight hours": "UPDATE operator_sessions SET expires_at = now() - interval '1 second' WHERE id = $1",
  "is seven days old": "UPDATE operator_sessions SET created_at = now() - interval '7 days' WHERE id = $1",
  "was revoked": "DELETE FROM operator_sessions WHERE id = $1",
  "is a disabled operator's":
    "UPDATE operators SET disabled_at = now() WHERE id = (SELECT operator_id FROM operator_sessions WHERE id = $1)",
};
for (const [name, ending] of Object.entries(endings)) {
  test(`a session that ${name} is answered as none`, async ({ signedIn }) => {
    const { sessionId, fetch } = await signedIn("admin");
    expect((await fetch("/admin/account")).status).toBe(200);
    await query(ending, [sessionId]);
    const page = await fetch("/admin/account");
    expect([page.status, page.headers.get("location")]).toEqual([307, wayTo("/admin/account")]);
    expect((await fetch("/api/admin/sessions/revoke-others", { method: "POST" })).status).toBe(401);
  });
}
