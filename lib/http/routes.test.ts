import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { allOperations } from "../contract/all-operations.ts";
import { accessOperations } from "../contract/desk/access.ts";
import { catalogOperations } from "../contract/desk/catalog.ts";
import { inboxOperations, mailOperations, peopleOperations } from "../contract/desk/submissions.ts";
import type { Operation } from "../contract/operation.ts";
import { operations, serviceOperations } from "../contract/operations.ts";

const app = path.join(import.meta.dirname, "..", "..", "app");

function findFiles(folder: string, name: string): string[] {
  const files = fs.readdirSync(path.join(app, folder), { recursive: true, encoding: "utf8" });
  return files.filter((file) => path.basename(file) === name).map((file) => path.join(folder, file));
}

/** `api/leads/[id]/route.ts` is /leads/{id}. */
const toPath = (file: string) =>
  path
    .dirname(file)
    .replace(/^api/, "")
    .replace(/\[(\w+)\]/g, "{$1}");
const read = (file: string) => fs.readFileSync(path.join(app, file), "utf8");
const routes = findFiles("api", "route.ts").filter((file) => !file.includes("[[...rest]]"));

const ofDesk = { accessOperations, catalogOperations, inboxOperations, mailOperations, peopleOperations };
/** What a route file calls an operation, such as `inboxOperations.addNote`. */
const names = new Map(
  Object.entries({ operations, serviceOperations, ...ofDesk }).flatMap(([room, all]) =>
    Object.entries<Operation>(all).map(([key, operation]) => [operation, `${room}.${key}`]),
  ),
);

/** Also OPTIONS of what is open to scripts of other sites, or was before. */
const listMethods = ({ method, access }: Operation) => (access ? [method] : ["OPTIONS", method]);

test.each(routes)("%s serves its operation, by its method alone", (file) => {
  const source = read(file);
  const found = allOperations.filter((operation) => operation.path === toPath(file));
  const exported = [...source.matchAll(/\b(?:as|const) ([A-Z]+)\b/g)].map(([, method]) => method);
  expect(exported.sort()).toEqual(found.flatMap(listMethods).sort());
  for (const operation of found) {
    expect(source).toMatch(new RegExp(`handle(Csv)?\\(\\s*${names.get(operation)}\\b`));
  }
  expect(found).not.toEqual([]);
});

test("every operation has a route", () => {
  expect([...new Set(allOperations.map((operation) => operation.path))].sort()).toEqual(routes.map(toPath).sort());
});

describe("who may call what", () => {
  const pathsFor = (access: Operation["access"]) =>
    allOperations.filter((operation) => operation.access === access).map((operation) => operation.path);

  test("everything below /admin is closed but to whom an operation names", () => {
    expect(allOperations.filter(({ path, access }) => path.startsWith("/admin/") !== Boolean(access))).toEqual([]);
    expect(pathsFor("anyone").sort()).toEqual(["/admin/invitation", "/admin/second-factor", "/admin/sign-in"]);
    expect(pathsFor("visitor").sort()).toEqual(["/admin/second-factor/set-up", "/admin/sign-out"]);
    expect(pathsFor("admin").sort()).toEqual([
      ...["invite", "role", "state"].map((name) => `/admin/operators/${name}`),
      ...["download", "erase", "find"].map((name) => `/admin/people/${name}`),
    ]);
  });
});

describe("a page of the desk", () => {
  const pages = findFiles("admin", "page.tsx");

  test("that makes its title of data asks for the operator there too", () => {
    for (const file of pages) {
      const [metadata = ""] = /async function generateMetadata[\s\S]*?\n}\n/.exec(read(file)) ?? [];
      if (/await (?!params|searchParams)/.test(metadata)) expect(metadata).toMatch(/requirePage(Operator|Admin)\(/);
    }
  });

  test("has no route beside it: routes are below /api", () => {
    expect(findFiles("admin", "route.ts")).toEqual([]);
  });
});
