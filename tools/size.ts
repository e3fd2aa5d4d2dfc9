// `npm run size [-- FOLDER …]`: measures the amount of code in this checkout, or in the given checkouts.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { printTable } from "./bench/print-table.ts";

const functionLinesMax = 60;
const code = /\.(tsx?|mjs)$/;
const test = /\.(test|fixture|spec)\.tsx?$|^e2e\//;

type Place = { line: number };

/** Parts of the repository. A file counts for the first part that matches. */
const parts: [name: string, takes: (file: string) => boolean][] = [
  ["prisma", (file) => file.startsWith("prisma/")],
  ["tests and fixtures", (file) => code.test(file) && test.test(file)],
  ["bench", (file) => code.test(file) && /^(tools\/)?bench\//.test(file)],
  ["scripts and tools", (file) => code.test(file) && /^(scripts|tools)\//.test(file)],
  ["product", (file) => code.test(file) && /^(app|components|content|lib)\/|^[^/]+$/.test(file)],
];

function measureCheckout(folder: string): Map<string, number> {
  const git = ["-C", folder, "ls-files", "-z"];
  const files = execFileSync("git", git, { encoding: "utf8" }).split("\0").filter(Boolean);
  const read = (file: string) => fs.readFileSync(path.join(folder, file), "utf8");
  const sizes = new Map(parts.map(([name]) => [name, 0]));
  const add = (name: string, count: number) => sizes.set(name, (sizes.get(name) ?? 0) + count);
  const product: string[] = [];
  for (const file of files.filter((each) => !each.includes("/generated/"))) {
    const [name] = parts.find(([, takes]) => takes(file)) ?? [];
    if (name) add(name, read(file).split("\n").length - 1);
    if (name === "product") product.push(file);
    if (name && name !== "prisma" && !test.test(file)) add("files without tests", 1);
    if (file.endsWith(".md")) add("words of docs", read(file).split(/\s+/).length);
  }
  for (const file of listLongFunctions(folder, product)) {
    add(`functions over ${functionLinesMax} lines, ${file.endsWith(".tsx") ? "in .tsx" : "outside markup"}`, 1);
  }
  return sizes;
}

/** Lists the file once per long function. Biome does not count lines without code, so its limit is lower. */
function listLongFunctions(folder: string, files: string[]): string[] {
  const temporary = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-size-"));
  const rule = { level: "warn", options: { maxLines: functionLinesMax / 2 } };
  const config = { linter: { rules: { recommended: false, complexity: { noExcessiveLinesPerFunction: rule } } } };
  fs.writeFileSync(path.join(temporary, "biome.json"), JSON.stringify(config));
  const biome = path.join(import.meta.dirname, "../node_modules/.bin/biome");
  const options = ["lint", `--config-path=${temporary}`, "--reporter=json", "--max-diagnostics=none"];
  try {
    const output = execFileSync(biome, [...options, ...files], {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 50_000_000,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const { diagnostics } = JSON.parse(output) as {
      diagnostics: { category: string; location: { path: string; start: Place; end: Place } }[];
    };
    return diagnostics
      .filter(({ category }) => category.endsWith("/noExcessiveLinesPerFunction"))
      .filter(({ location: { start, end } }) => end.line - start.line >= functionLinesMax)
      .map(({ location }) => location.path);
  } finally {
    fs.rmSync(temporary, { recursive: true });
  }
}

const [, , ...given] = process.argv;
const folders = given.length ? given : ["."];
const measured = folders.map((folder) => [folder, measureCheckout(folder)] as const);
const names = new Set(measured.flatMap(([, sizes]) => [...sizes.keys()]));
printTable(
  "lines, unless it says otherwise",
  [...names].map((name) => ({
    what: name,
    ...Object.fromEntries(measured.map(([folder, sizes]) => [folder, sizes.get(name) ?? 0])),
  })),
);
