import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { launchProgram } from "../tools/processes.ts";
import { markBuildServed, refuseWhileServed } from "./build.ts";

function makeFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-served-"));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  return path.join(folder, "served");
}

async function startServing(folder: string) {
  const code = `process.on("SIGTERM", () => process.exit()); (await import("./scripts/build.ts")).markBuildServed(${JSON.stringify(folder)}); console.log("served"); setInterval(() => {}, 1000);`;
  const server = launchProgram(process.execPath, ["--input-type=module", "-e", code], "served", {});
  onTestFinished(() => server.stop());
  await server.ready;
  return server;
}

test("refuses to replace a build while another process serves it", async () => {
  const folder = makeFolder();
  refuseWhileServed(folder);
  const server = await startServing(folder);
  expect(() => refuseWhileServed(folder)).toThrow(`Process ${server.pid} serves the build`);
  await server.stop();
  refuseWhileServed(folder);
  expect(fs.readdirSync(folder)).toEqual([]);
});

test("forgets a killed process that served the build", async () => {
  const folder = makeFolder();
  const server = await startServing(folder);
  await server.stop("SIGKILL");
  expect(fs.readdirSync(folder)).toEqual([String(server.pid)]);
  refuseWhileServed(folder);
  expect(fs.readdirSync(folder)).toEqual([]);
});

test("serves a build in a read-only folder", () => {
  const file = path.join(makeFolder(), "..", "file");
  fs.writeFileSync(file, "");
  markBuildServed(path.join(file, "served"));
});
