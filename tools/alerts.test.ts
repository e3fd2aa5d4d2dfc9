import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createMetrics } from "../lib/http/metrics.ts";

process.env.DATABASE_URL = "postgresql://nobody@127.0.0.1:1/none";

const read = (name: string) => fs.readFileSync(path.join(import.meta.dirname, "..", "deploy", name), "utf8");
const listMetrics = (text: string) =>
  [...text.matchAll(/\b(encaje|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, ""));

test("alerts and dashboard use only existing metrics", async () => {
  const text = await createMetrics().scrape();
  const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name ?? ""));
  expect(text).toContain("encaje_database_up 0");
  const named = new Set(listMetrics(read("alerts.yml") + read("dashboard.json")));
  expect(named.size).toBeGreaterThan(10);
  expect([...named].filter((name) => !known.has(name))).toEqual([]);
  const own = [...known].filter((name) => name.startsWith("encaje_"));
  expect(own.filter((name) => !read("dashboard.json").includes(name))).toEqual([]);
});

test("every alert has a test and an action", () => {
  const rules = read("alerts.yml");
  const names = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const provoked = [...read("alerts.test.yml").matchAll(/- name: (Encaje\w+)/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(8);
  expect(provoked).toEqual(names);
  expect(rules.match(/^ +action: ./gm)).toHaveLength(names.length);
});
