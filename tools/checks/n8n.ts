// `npm run check -- n8n`: compiles clients/n8n with n8n's types and runs its linter, both installed for the check.
import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { expectTrue, hasPassed, makeFolder, runCheck, runInstalled } from "../run-check.ts";

const programs = [
  "@n8n/eslint-plugin-community-nodes@0.32.0",
  "@types/node@24.19.4",
  "eslint@9.29.0",
  "n8n-workflow@2.41.0",
  "typescript@5.9.3",
  "typescript-eslint@8.74.0",
];
/** Turns off the rules about author and homepage, which each publisher of the package fills in. */
const config = `
import { n8nCommunityNodesPlugin } from "@n8n/eslint-plugin-community-nodes";
import tseslint from "typescript-eslint";

export default [
  {
    files: ["**/*.ts", "**/package.json"],
    languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: [".json"] } },
  },
  n8nCommunityNodesPlugin.configs.recommended,
  { rules: { "@n8n/community-nodes/valid-author": "off", "@n8n/community-nodes/require-homepage": "off" } },
];
`;
const source = path.join(import.meta.dirname, "..", "..", "clients", "n8n");
const folder = await makeFolder("n8n-check");

await runCheck(
  async () => {
    fs.cpSync(source, folder, { recursive: true });
    fs.rmSync(path.join(folder, "n8n-workflow.ts"));
    fs.writeFileSync(path.join(folder, "eslint.config.mjs"), config);
    const flags = ["--no-save", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"];
    // The setting of this repository would leave out the peer dependency n8n-workflow.
    await promisify(execFile)("npm", ["install", "--no-legacy-peer-deps", ...flags, ...programs], { cwd: folder });
    const compiled = await runInstalled(folder, "tsc", []);
    expectTrue("compiles with n8n's types", compiled.isDone, compiled.output.trim());
    const linted = await runInstalled(folder, "eslint", ["nodes", "credentials", "package.json"]);
    expectTrue("passes n8n's linter", linted.isDone, linted.output.trim());
    return hasPassed();
  },
  { minutes: 5 },
);
