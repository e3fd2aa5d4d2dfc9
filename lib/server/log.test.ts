import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { nodeFlags } from "../../scripts/node-flags.mjs";

const root = path.join(import.meta.dirname, "..", "..");

/** Runs `code` in a process of its own after logConsole(), and returns the output. */
function runAndReadLog(code: string, output: "pipe" | number = "pipe") {
  const script = `import { logConsole } from "./lib/server/log.ts"; logConsole(); ${code}`;
  const env = { PATH: process.env.PATH, NODE_ENV: "production" as const, LOG_LEVEL: "silent" };
  const args = [...nodeFlags, "--input-type=module", "--eval", script];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    env,
    encoding: "utf8",
    stdio: ["ignore", output, "pipe"],
    timeout: 20_000,
    killSignal: "SIGKILL",
  });
  const lines = (stdout ?? "").split("\n").filter(Boolean);
  return { status, stderr, lines: lines.map((line): Record<string, unknown> => JSON.parse(line)) };
}

test("logs each line as JSON without the content of errors or objects", () => {
  const { status, stderr, lines } = runAndReadLog(`
    console.log("Not yet\\nfor the public: %s", 2);
    console.error("\\u001b[31m⨯\\u001b[39m", new TypeError("cannot store privada@example.com"));
    console.warn("odd", { email: "privada@example.com" });
    process.emitWarning("Do not do this.", "DeprecationWarning");
  `);
  const time = expect.any(String);
  const described = (name: string) => expect.objectContaining({ name, at: expect.any(Array) });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(lines).toEqual([
    { level: 30, time, msg: "Not yet\nfor the public: 2" },
    { level: 50, time, msg: "⨯", error: described("TypeError") },
    { level: 40, time, msg: "odd" },
    { level: 40, time, msg: "Do not do this.", warning: "DeprecationWarning" },
  ]);
});

test.each(["throw new Error('privada')", "await Promise.reject(new Error('privada'))"])(
  "logs an uncaught error that ends the process as one JSON line: %s",
  (code) => {
    const { status, stderr, lines } = runAndReadLog(`setTimeout(async () => { ${code} });`);
    expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
    expect(lines).toEqual([expect.objectContaining({ level: 50, msg: "uncaughtException" })]);
  },
);

test.each(["process.exit(3)", "setImmediate(() => console.log('later'), process.exitCode = 3)"])(
  "loses lines that cannot be written, and ends as it would: %s",
  (end) => {
    const unwritable = fs.openSync(import.meta.filename, "r");
    const { status, stderr } = runAndReadLog(`console.log("lost"); console.log("lost"); ${end}`, unwritable);
    fs.closeSync(unwritable);
    expect({ status, stderr }).toEqual({ status: 3, stderr: "" });
  },
);

test("writes all lines before an exit, also beyond what a pipe holds", () => {
  const count = 1000;
  const { lines } = runAndReadLog(
    `for (let n = 1; n <= ${count}; n++) console.log("%d".padEnd(500), n); process.exit()`,
  );
  expect(lines.map(({ msg }) => Number(msg))).toEqual(Array.from({ length: count }, (_, at) => at + 1));
});
