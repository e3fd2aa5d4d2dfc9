import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import * as tables from "../e2e/support/spec-table.ts";
import { operations } from "../lib/contract/operations.ts";
import { stableCodes } from "../lib/domain/errors.ts";

const root = path.join(import.meta.dirname, "..");
const text = fs.readFileSync(path.join(root, "docs/contract.md"), "utf8");

/** The table rows of each contract section, as lists of cells, by the section's number. */
const rows = new Map(
  text.split(/^##+ (?=\d)/m).map((section) => {
    const lines = [...section.matchAll(/^\| (.*) \|$/gm)].map(([, line = ""]) => line.split(" | "));
    return [/^[\d.]*\d/.exec(section)?.[0] ?? "", lines.filter(([cell = ""]) => /^(`|\d)/.test(cell))];
  }),
);
const listNames = (cell = "") => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? "");

function describeLength({ minLength, maxLength }: tables.JsonSchema): string {
  if (maxLength === undefined) return "";
  return minLength === undefined ? `at most ${maxLength}` : `${minLength} to ${maxLength}`;
}

test.each([
  ["2.1", tables.evaluationTable],
  ["2.3", tables.resultTables.EvaluationResult],
  ["2.5", tables.contactTable],
  ["2.6", tables.resultTables.SubmissionResult],
  ["2.7", tables.resultTables.HealthStatus],
  ["2.8", tables.entryTable],
  ["2.9", tables.serviceTable],
  ["2.10", tables.resultTables.ApiError],
])("contract %s lists each field with its length, and whether it is required", (section, table = {}) => {
  const listed = (rows.get(section) ?? []).flatMap(([names, _type, required, bounds = ""]) =>
    listNames(names).map((name) => ({ name, required: required === "yes", bounds })),
  );
  expect(listed.map(({ name }) => name).sort()).toEqual(Object.keys(table).sort());
  for (const { name, required, bounds } of listed) {
    const field = table[name];
    expect({ name, required }).toEqual({ name, required: field?.required });
    if (field && !field.schema.pattern) expect(bounds).toContain(describeLength(field.schema));
    if (field?.schema.enum && bounds.includes("`")) expect(listNames(bounds)).toEqual(field.schema.enum);
  }
});

test("contract 2.2 lists the questions in order, with their options", () => {
  const listed = rows.get("2.2")?.map(([, key, , ...options]) => [...listNames(key), options.flatMap(listNames)]);
  expect(listed).toEqual(tables.answerTable.map(([key, options]) => [key, [...options]]));
});

test("contract.md lists the patterns, operations and stable codes of the code", () => {
  expect(text).toContain(`\n${tables.emailPattern}\n`);
  const listed = rows
    .get("4")
    ?.map(([id = "", address = "", , success = ""]) => [
      ...listNames(id),
      ...listNames(address),
      Number.parseInt(success, 10),
    ]);
  const { practiceEvaluation, practiceContact, lookUpSubmission, listTimes, bookTime, ...real } = operations;
  expect(listed).toEqual(
    Object.values(real).map(({ operationId, method, path, status }) => [operationId, `${method} ${path}`, status]),
  );
  const codes = rows.get("7")?.flatMap(([, , , code]) => listNames(code));
  expect(codes).toEqual([...stableCodes]);
});

test("comments cite sections that the contract has", () => {
  const files = fs.globSync(["{app,components,e2e,lib,scripts,tools}/**/*.{ts,tsx}", "prisma/schema.prisma"], {
    cwd: root,
  });
  const cited = files.flatMap((file) => {
    if (!fs.statSync(path.join(root, file)).isFile()) return [];
    const found = fs.readFileSync(path.join(root, file), "utf8").matchAll(/\bcontract (?:section )?(\d+(?:\.\d+)?)/gi);
    return [...found].map(([, section = ""]) => ({ file, section }));
  });
  expect(cited.length).toBeGreaterThan(30);
  const has = (section: string) => rows.has(section) || text.includes(`**${section}**`);
  expect(cited.filter(({ section }) => !has(section))).toEqual([]);
});
