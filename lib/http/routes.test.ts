import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { allOperations } from "../contract/all-operations.ts";
import { operations } from "../contract/operations.ts";
import type { Operation } from "../domain/operation.ts";

const app = path.join(import.meta.dirname, "..", "..", "app");

function findFiles(folder: string, name: string): string[] {
  const files = fs.readdirSync(path.join(app, folder), { recursive: true, encoding: "utf8" });
  return files.filter((file) => path.basename(file) === name).map((file) => path.join(folder, file));
}

/** Converts `api/leads/[id]/route.ts` to /leads/{id}. */
const toPath = (file: string) =>
  path
    .dirname(file)
    .replace(/^api/, "")
    .replace(/\[(\w+)\]/g, "{$1}");
const read = (file: string) => fs.readFileSync(path.join(app, file), "utf8");
/** Folders with route files that serve more than one operation, or none. */
const others = ["[[...rest]]", "tasks"];
const files = findFiles("api", "route.ts").filter((file) => !others.includes(path.basename(path.dirname(file))));

test("has a route file for each of the contract's five endpoints", () => {
  const { submitEvaluation, submitContact, listCatalogApis, getCatalogApi, healthCheck } = operations;
  const five = [submitEvaluation, submitContact, listCatalogApis, getCatalogApi, healthCheck];
  expect(files.map(toPath).sort()).toEqual(five.map((operation) => operation.path).sort());
});

test.each(files)("%s serves only the operation at its path", (file) => {
  const source = read(file);
  const operation = Object.values<Operation>(operations).find((one) => one.path === toPath(file));
  const exported = [...source.matchAll(/\bas ([A-Z]+)\b/g)].map(([, method]) => method);
  expect(exported.sort()).toEqual(["OPTIONS", operation?.method].sort());
  expect(source).toContain(`toRoute(routes.${operation?.operationId})`);
});

test("has unique addresses and ids of operations", () => {
  const addresses = allOperations.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(addresses).size).toBe(allOperations.length);
  expect(new Set(allOperations.map(({ operationId }) => operationId)).size).toBe(allOperations.length);
});

describe("access to operations", () => {
  const pathsFor = (access: Operation["access"]) =>
    allOperations.filter((operation) => operation.access === access).map((operation) => operation.path);

  test("requires every operation below /admin to declare who may access it", () => {
    expect(
      allOperations.filter(({ path, access }) => /^\/(admin|v1)\/(?!openapi)/.test(path) !== Boolean(access)),
    ).toEqual([]);
    expect(pathsFor("anyone").sort()).toEqual(["/admin/invitation", "/admin/second-factor", "/admin/sign-in"]);
    expect(pathsFor("visitor").sort()).toEqual(["/admin/second-factor/set-up", "/admin/sign-out"]);
    expect(pathsFor("admin").sort()).toEqual([
      ...["order", "remove", "save", "switch"].map((name) => `/admin/assignment/${name}`),
      ...["add", "remove"].map((name) => `/admin/blocked/${name}`),
      ...["make", "revoke"].map((name) => `/admin/keys/${name}`),
      "/admin/mail/release",
      ...["duty", "invite", "invite/revoke", "role", "state"].map((name) => `/admin/operators/${name}`),
      ...["download", "erase", "find"].map((name) => `/admin/people/${name}`),
      ...["pictures", "publish", "restore", "save"].map((name) => `/admin/site/${name}`),
      ...["remove", "save"].map((name) => `/admin/templates/${name}`),
      ...["remove", "replay", "rotate", "save", "switch", "test"].map((name) => `/admin/webhooks/${name}`),
    ]);
  });
});

describe("a page of the desk", () => {
  const pages = findFiles("admin", "page.tsx");

  test("requires an operator in generateMetadata of each desk page that reads data for its title", () => {
    for (const file of pages) {
      const [metadata = ""] = /\bgenerateMetadata\b[\s\S]*?\nexport default /.exec(read(file)) ?? [];
      if (/await (?!params|searchParams|getDeskText)/.test(metadata))
        expect(metadata).toMatch(/requirePage(Operator|Admin)\(/);
    }
  });

  test("has no route file next to a desk page", () => {
    expect(findFiles("admin", "route.ts")).toEqual([]);
  });
});
