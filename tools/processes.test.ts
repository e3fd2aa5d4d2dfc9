import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { EnvSchema } from "../lib/server/env-schema.ts";
import { launchProgram } from "./processes.ts";

test("passes only the given variables to a program, whatever the developer has in .env", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-env-"));
  const names = Object.keys(EnvSchema.shape);
  fs.writeFileSync(path.join(folder, ".env"), names.map((name) => `${name}=the developer's\n`).join(""));
  const print = `process.loadEnvFile(); console.log(JSON.stringify(${JSON.stringify(names)}.map((name) => process.env[name])))`;
  const program = launchProgram(process.execPath, ["--eval", print], "]", { PORT: "4711" }, { folder });
  await program.ended;
  fs.rmSync(folder, { recursive: true });
  expect(JSON.parse(program.output())).toEqual(names.map((name) => (name === "PORT" ? "4711" : "")));
});
