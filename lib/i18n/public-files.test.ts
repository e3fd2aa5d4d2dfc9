import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { publicPaths } from "./public-files.ts";

test("lists every file in public/ in publicPaths", () => {
  const folder = path.join(import.meta.dirname, "../../public");
  const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const addresses = files.map(({ parentPath, name }) => `/${path.relative(folder, path.join(parentPath, name))}`);
  expect(publicPaths.toSorted()).toEqual(addresses.toSorted());
});
