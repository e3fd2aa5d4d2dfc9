import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";

type Room = { file: string; told: string; forbidden: string[]; allowed: string[] };

/** The arrows between the rooms, by hand from the house: each import is a line of its own. */
const rooms: Room[] = [
  {
    file: "lib/domain/catalog/probe.ts",
    told: "lib/domain is pure",
    forbidden: [
      "#lib/server/env.ts",
      "../../server/env.ts",
      "../../http/answer.ts",
      "../../contract/operations.ts",
      "next",
      "next/server",
      "react",
      "react/jsx-runtime",
      "node:fs",
      "node:fs/promises",
      "@prisma/client",
      "pg",
    ],
    allowed: ["zod", "zod/mini", "../errors.ts", "./schema.ts"],
  },
  {
    file: "lib/domain/submissions/probe.ts",
    told: "The forms send this to the browser",
    forbidden: ["zod", "#lib/server/env.ts", "../../server/env.ts", "../../http/answer.ts", "react", "node:fs"],
    allowed: ["zod/mini", "../errors.ts", "./fields.ts"],
  },
  {
    file: "lib/contract/probe.ts",
    told: "lib/contract is sent to the browser",
    forbidden: [
      "#lib/server/env.ts",
      "../server/env.ts",
      "../http/handle.ts",
      "#components/ui/button.tsx",
      "next",
      "next/server",
      "node:crypto",
      "node:fs/promises",
      "@prisma/client",
      "pg",
    ],
    allowed: ["zod", "../domain/errors.ts", "./operation.ts"],
  },
  {
    file: "lib/server/submissions/probe.ts",
    told: "lib/server knows no HTTP",
    forbidden: [
      "#lib/http/answer.ts",
      "../../http/answer.ts",
      "../../contract/operations.ts",
      "#components/ui/button.tsx",
      "next",
      "next/headers",
      "react",
      "react/cache",
    ],
    allowed: ["server-only", "node:fs", "pg", "../db.ts", "../generated/client.ts", "../../domain/errors.ts"],
  },
  {
    file: "lib/http/probe.ts",
    told: "lib/http is transport alone",
    forbidden: [
      "#components/ui/button.tsx",
      "next",
      "next/server",
      "react",
      "@prisma/client",
      "../server/generated/client.ts",
      "../server/db.ts",
      "pg",
    ],
    allowed: ["node:crypto", "../contract/operation.ts", "../domain/errors.ts", "../server/env.ts"],
  },
  {
    file: "components/ui/probe.tsx",
    told: "The browser is sent zod/mini",
    forbidden: ["zod"],
    allowed: ["zod/mini"],
  },
  {
    file: "components/submissions/probe.tsx",
    told: "Components take props and hand events back",
    forbidden: ["#lib/server/env.ts", "../../lib/server/db.ts", "#lib/http/handle.ts", "@prisma/client", "pg"],
    allowed: [
      "react",
      "next/link",
      "#lib/contract/operations.ts",
      "#lib/domain/submissions/questions.ts",
      "../ui/button.tsx",
    ],
  },
  {
    file: "app/api/catalog/probe.ts",
    told: "app/ composes",
    forbidden: ["zod", "@prisma/client", "#lib/server/generated/client.ts", "pg", "#lib/server/db.ts"],
    allowed: ["next", "react", "#components/ui/button.tsx", "#lib/http/handle.ts", "#lib/server/env.ts"],
  },
];

type Diagnostic = {
  category: string;
  message: string;
  severity: string;
  location: { path: string; start: { line: number } };
};

const root = path.join(import.meta.dirname, "..");
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-arrows-"));
afterAll(() => fs.rmSync(scratch, { recursive: true }));

/** The lint's own findings about a tree that has one file with all of its imports in every room. */
function lint(): Diagnostic[] {
  fs.copyFileSync(path.join(root, "biome.json"), path.join(scratch, "biome.json"));
  for (const { file, forbidden, allowed } of rooms) {
    const lines = [...forbidden, ...allowed].map((from, at) => `export { a as a${at} } from "${from}";`);
    fs.mkdirSync(path.join(scratch, path.dirname(file)), { recursive: true });
    fs.writeFileSync(path.join(scratch, file), `${lines.join("\n")}\n`);
  }
  const biome = path.join(root, "node_modules", "@biomejs", "biome", "bin", "biome");
  const flags = [
    "--vcs-enabled=false",
    "--only=style/noRestrictedImports",
    "--max-diagnostics=none",
    "--reporter=json",
  ];
  const { stdout, stderr } = spawnSync(process.execPath, [biome, "lint", ...flags, "."], {
    cwd: scratch,
    encoding: "utf8",
  });
  if (!stdout.includes('"diagnostics"')) throw new Error(`biome gave no report: ${stderr}`);
  return JSON.parse(stdout).diagnostics;
}

const findings = lint();

describe.each(rooms)("in $file", ({ file, told, forbidden, allowed }) => {
  const linesFound = findings
    .filter(({ location }) => location.path === file)
    .map(({ location }) => location.start.line);

  test.each(forbidden.map((from, at) => ({ from, line: at + 1 })))(
    "an import from $from fails the lint, and is told why",
    ({ line }) => {
      const found = findings.filter(({ location }) => location.path === file && location.start.line === line);
      expect(found.map(({ category, severity }) => [category, severity])).toEqual([
        ["lint/style/noRestrictedImports", "error"],
      ]);
      expect(found[0]?.message).toContain(told);
    },
  );

  test(`an import from ${allowed.join(", ")} passes`, () => {
    expect(linesFound.filter((line) => line > forbidden.length)).toEqual([]);
  });
});
