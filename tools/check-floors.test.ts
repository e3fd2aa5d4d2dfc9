import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { floors, listBelowFloor } from "./check-floors.ts";

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

test("the lock file has no package below its floor", () => {
  const file = path.join(import.meta.dirname, "..", "package-lock.json");
  expect(listBelowFloor(JSON.parse(fs.readFileSync(file, "utf8")))).toEqual([]);
});

test("Renovate updates packages that have a floor without waiting for its weekly schedule", () => {
  type Rule = { matchPackageNames?: string[]; labels?: string[] };
  const file = path.join(import.meta.dirname, "..", ".github", "renovate.json");
  const { packageRules }: { packageRules: Rule[] } = JSON.parse(fs.readFileSync(file, "utf8"));
  const rule = packageRules.find(({ labels }) => labels?.includes("security floor"));
  expect(rule?.matchPackageNames).toEqual(Object.keys(floors).sort());
});
