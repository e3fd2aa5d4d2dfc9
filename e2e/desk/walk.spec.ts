import fs from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";
import { allOperations } from "../../lib/contract/all-operations.ts";
import { createRequests, sessionCookie, test } from "../support/operators.ts";
import { query, randomAddress } from "../support/test.ts";

const admin = path.join(import.meta.dirname, "..", "..", "app", "admin");

/** The only pages that are open to visitors who are not signed in. */
const openPages = ["/admin/sign-in", "/admin/second-factor", "/admin/invitation/1"];
const setUpPage = "/admin/second-factor/set-up";
const adminPages = [
  "assignment",
  "audit",
  "blocked",
  "keys",
  "operators",
  "people",
  "site",
  "templates",
  "webhooks",
].map((name) => `/admin/${name}`);

/** Paths of all the desk's pages, with a sample value for each parameter. */
const pages = fs
  .readdirSync(admin, { recursive: true, encoding: "utf8" })
  .filter((file) => path.basename(file) === "page.tsx")
  .map((file) =>
    path.join("/admin", path.dirname(file).replace(/\([a-z]+\)\//, "")).replace(/\[+(\.\.\.)?\w+\]+/g, "1"),
  );
const closedPages = pages.filter((page) => !openPages.includes(page));
const closedOperations = allOperations.filter(({ path, access }) => path.startsWith("/admin") && access !== "anyone");

/** Returns the sign-in page's path, with `address` as the return path unless it is the default. */
function toSignInPath(address: string): string {
  const isDefault = ["/admin", "/admin/inbox", setUpPage].includes(address);
  return isDefault ? "/admin/sign-in" : `/admin/sign-in?to=${encodeURIComponent(address)}`;
}

const forged = `${"a".repeat(32)}.${"A".repeat(43)}=`;
const forgedCookie = `${sessionCookie}=${encodeURIComponent(forged)}`;
const createRequestsWithCookie = (cookie: string) => createRequests({ "x-forwarded-for": randomAddress(), cookie });

test("the list of the desk's pages contains every page file", () => {
  expect(pages).toEqual(expect.arrayContaining(["/admin", "/admin/inbox", setUpPage, ...openPages, ...adminPages]));
});

test("redirects a visitor with a forged cookie to the sign-in page", async () => {
  const { fetch } = createRequestsWithCookie(forgedCookie);
  for (const page of [setUpPage, "/admin/account"]) {
    const response = await fetch(page);
    expect.soft([response.status, response.headers.get("location")], page).toEqual([307, toSignInPath(page)]);
    // A request like that of Next's own script gets the same redirect.
    const part = await (await fetch(`${page}?_rsc`, { headers: { rsc: "1" } })).text();
    expect.soft(part, page).toContain(`E{"digest":"NEXT_REDIRECT;replace;${toSignInPath(page)};307;"}`);
  }
});

test("responds with a 401 to a forged cookie in each operation", async () => {
  const { fetch } = createRequestsWithCookie(forgedCookie);
  for (const { method, path } of closedOperations) {
    const response = await fetch(`/api${path.replace(/\{\w+\}/g, "1")}`, { method });
    expect.soft([path, response.status, await response.text()]).toEqual([path, 401, '{"error":"Sign in first."}']);
  }
});

test("treats a visitor with a malformed cookie or without one as not signed in", async () => {
  for (const cookie of ["", `${sessionCookie}=%E0%A4%A`]) {
    const { fetch, send } = createRequestsWithCookie(cookie);
    const page = await fetch("/admin/account");
    expect([page.status, page.headers.get("location")]).toEqual([307, toSignInPath("/admin/account")]);
    expect((await send("/api/admin/sessions/revoke-others")).status).toBe(401);
  }
});

test("serves the sign-in pages to everyone, and forbids caching and indexing", async () => {
  const { fetch } = createRequestsWithCookie("");
  for (const page of openPages) {
    const response = await fetch(page);
    expect.soft(response.status, page).toBe(200);
    expect.soft(response.headers.get("cache-control"), page).toContain("no-store");
    const html = await response.text();
    expect.soft(html, page).toContain('<meta name="robots" content="noindex, nofollow"/>');
    if (page.includes("invitation")) expect.soft(html).toContain("This link is no longer valid");
  }
  expect(await (await fetch("/robots.txt")).text()).toContain("Disallow: /admin\n");
});

test("refuses an operator without a second factor on each page and in each request", async ({ signedIn }) => {
  const { operator, fetch, send } = await signedIn("admin");
  await query("UPDATE operators SET two_factor_enabled = false WHERE id = $1", [operator.id]);
  for (const page of closedPages.filter((each) => each !== setUpPage)) {
    const response = await fetch(page);
    expect.soft([response.status, response.headers.get("location")], page).toEqual([307, toSignInPath(page)]);
    expect.soft(response.headers.get("cache-control"), page).toContain("no-store");
  }
  expect((await send("/api/admin/sessions/revoke-others")).status).toBe(401);
});

test("opens admin pages to admins, and refuses them to other operators", async ({ signedIn }) => {
  const [member, admin] = [await signedIn("member"), await signedIn("admin")];
  for (const page of adminPages) {
    const refused = await member.fetch(page);
    expect.soft([refused.status, refused.headers.get("location")], page).toEqual([307, "/admin/forbidden"]);
    expect.soft((await admin.fetch(page)).status, page).toBe(200);
  }
  expect(await (await member.fetch("/admin/forbidden")).text()).toContain("For admins only");
});
