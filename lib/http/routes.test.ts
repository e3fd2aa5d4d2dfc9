import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { allOperations } from "../contract/all-operations.ts";
import type { Operation } from "../domain/operation.ts";

const app = path.join(import.meta.dirname, "..", "..", "app");

function findFiles(folder: string, name: string): string[] {
  const files = fs.readdirSync(path.join(app, folder), { recursive: true, encoding: "utf8" });
  return files.filter((file) => path.basename(file) === name).map((file) => path.join(folder, file));
}

const read = (file: string) => fs.readFileSync(path.join(app, file), "utf8");

test("has unique addresses and ids of operations", () => {
  const addresses = allOperations.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(addresses).size).toBe(allOperations.length);
  expect(new Set(allOperations.map(({ operationId }) => operationId)).size).toBe(allOperations.length);
});

describe("access to operations", () => {
  const pathsFor = (access: Operation["access"]) =>
    allOperations.filter((operation) => operation.access === access).map((operation) => operation.path);

  test("every operation below /admin declares who may access it", () => {
    expect(
      allOperations.filter(({ path, access }) => /^\/(admin|v1)\/(?!openapi)/.test(path) !== Boolean(access)),
    ).toEqual([]);
    expect(pathsFor("anyone").sort()).toEqual(["/admin/invitation", "/admin/second-factor", "/admin/sign-in"]);
    expect(pathsFor("visitor").sort()).toEqual(["/admin/second-factor/set-up", "/admin/sign-out"]);
    expect(pathsFor("admin").sort()).toEqual([
      ...["order", "remove", "save", "switch"].map((name) => `/admin/assignment/${name}`),
      ...["", "/add", "/remove"].map((name) => `/admin/blocked${name}`),
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

  test("has no route file next to a desk page, because routes are below /api", () => {
    expect(findFiles("admin", "route.ts")).toEqual([]);
  });
});
