import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

const root = path.join(import.meta.dirname, "..");
const ignored = ["node_modules", "generated", "test-results", "screenshots"];
const files = listFiles("");
const folders = new Set(files.flatMap((file) => listParents(file)));

function listFiles(folder: string): string[] {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const place = path.posix.join(folder, entry.name);
    if (!entry.isDirectory()) return [place];
    return entry.name.startsWith(".") || ignored.includes(entry.name) ? [] : listFiles(place);
  });
}

function listParents(file: string): string[] {
  const parts = file.split("/").slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join("/"));
}

const readText = (file: string) => fs.readFileSync(path.join(root, file), "utf8");

describe("the map of folders in README.md", () => {
  /** Each line names one or more folders, indented by two spaces below their parent, and then describes them. */
  const map = /^```\n(app\/ [\s\S]*?)^```/m.exec(readText("README.md"))?.[1] ?? "";
  const above: string[] = [];
  const mapped = map.split("\n").flatMap((line) => {
    const [, indent = "", names = ""] = /^( *)((?:\S+\/ ?)+)(?: |$)/.exec(line) ?? [];
    above.length = indent.length / 2;
    const parent = above.join("/");
    const places = names
      .trim()
      .split(" ")
      .filter(Boolean)
      .map((name) => path.posix.join(parent, name.slice(0, -1)));
    above.push(path.posix.basename(places.at(-1) ?? ""));
    return places;
  });

  test("the map in README.md names only existing folders", () => {
    expect(mapped.length).toBeGreaterThan(20);
    expect(mapped.filter((folder) => !folders.has(folder))).toEqual([]);
  });

  test.each([".", "components", "lib", "lib/domain", "lib/http", "lib/server", "e2e", "scripts", "tools"])(
    "the map in README.md names every folder in %s",
    (parent) => {
      const children = [...folders].filter((folder) => path.posix.dirname(folder) === parent);
      expect(children.filter((folder) => !mapped.includes(folder))).toEqual([]);
    },
  );
});

describe("the files that comments and documents name", () => {
  const roots = "app|clients|components|content|deploy|docs|e2e|lib|messages|prisma|scripts|tools(?!/call\\b)";
  const names = new RegExp(
    String.raw`(?<![\w/.:@#-])((?:${roots})/[\w\[\].*/-]*[\w\]*]|[\w-]+(?:\.[\w-]+)*\.(?:ts|tsx|mjs|json|css|sql|prisma|md|yml)\b)`,
    "g",
  );
  /** Skips generated files, the changelog, migrations, and this file, whose tests name files that do not exist. */
  const isChecked = (file: string) =>
    !/^(tools\/docs\.test\.ts|next-env\.d\.ts|CHANGELOG\.md|package(-lock)?\.json|prisma\/migrations\/.*)$/.test(file);
  const namesByFile = files.filter(isChecked).flatMap((file) => {
    const found = [...readComments(file).matchAll(names)].map(([, name = ""]) => name);
    return found.map((name) => ({ file, name }));
  });

  test("comments and documents name only existing files and folders", () => {
    expect(namesByFile.length).toBeGreaterThan(50);
    expect(
      namesByFile.filter(({ name }) => !pathExists(name)).map(({ file, name }) => `${file} names ${name}`),
    ).toEqual([]);
  });

  test("finds files and folders by path or by name", () => {
    for (const name of [
      "lib/domain",
      "lib/domain/errors.ts",
      "lib/domain/errors",
      "errors.ts",
      "app/[locale]/*/refused",
    ]) {
      expect(pathExists(name)).toBe(true);
    }
    for (const name of ["lib/domains", "lib/domain/error.ts", "mistakes.ts"]) expect(pathExists(name)).toBe(false);
  });

  function readComments(file: string): string {
    if (file.endsWith(".md")) return readText(file).replaceAll("](", " (");
    if (file.endsWith(".prisma")) return (readText(file).match(/\/\/.*/g) ?? []).join("\n");
    if (!/\.(tsx?|mjs|css)$/.test(file)) return "";
    return (readText(file).match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/gm) ?? []).join("\n");
  }

  function pathExists(name: string): boolean {
    if (folders.has(name) || files.some((file) => file === name || file.startsWith(`${name}.`))) return true;
    if (name.includes("*")) return fs.globSync(name.replaceAll("[", "[[]"), { cwd: root }).length > 0;
    return files.some((file) => path.posix.basename(file) === name);
  }
});

test("links between documents lead to existing files and headings", () => {
  const documents = files.filter((file) => file.endsWith(".md"));
  const targets = documents.flatMap((file) => [file, ...listAnchors(file).map((anchor) => `${file}#${anchor}`)]);
  const links = documents.flatMap((file) =>
    [...readText(file).matchAll(/\]\((?!https?:)([^)\s]*)\)/g)].map(([, link = ""]) => ({ file, link })),
  );
  const isBroken = ({ file, link }: { file: string; link: string }) => {
    const place = link.startsWith("#") ? `${file}${link}` : path.posix.join(path.posix.dirname(file), link);
    return !targets.includes(place) && !fs.existsSync(path.join(root, place));
  };
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter(isBroken)).toEqual([]);
});

/** Anchors as GitHub makes them from headings. */
function listAnchors(file: string): string[] {
  const headings = readText(file)
    .replace(/^```[\s\S]*?^```/gm, "")
    .matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

test("package.json has the version of the changelog's newest release", () => {
  const [, version] = /^## (\d+\.\d+\.\d+), \d{4}-\d{2}-\d{2}$/m.exec(readText("CHANGELOG.md")) ?? [];
  expect(JSON.parse(readText("package.json"))).toMatchObject({ version });
  expect(JSON.parse(readText("package-lock.json")).packages[""]).toMatchObject({ version });
});
