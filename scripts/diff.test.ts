import { spawn } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { nodeFlags } from "./node-flags.mjs";

const root = path.join(import.meta.dirname, "..");
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "diff-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

type Result = { status: number | null; out: string; err: string };

/** Runs the command in the folder of the test's files, as npm does. */
function runProcess(...args: string[]): Promise<Result> {
  const env = { ...process.env, INIT_CWD: folder };
  const child = spawn(process.execPath, [...nodeFlags, "scripts/diff.ts", ...args], { cwd: root, env });
  const result: Result = { status: null, out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => (result.out += chunk));
  child.stderr.on("data", (chunk: Buffer) => (result.err += chunk));
  return new Promise((resolve) => child.once("close", (status) => resolve({ ...result, status })));
}

/** Runs the command in this process, which takes a fraction of the CPU time. */
async function runDiff(...args: string[]): Promise<Result> {
  const printed = (["log", "error"] as const).map((name) => vi.spyOn(console, name).mockClear().mockReturnValue());
  vi.stubEnv("INIT_CWD", folder);
  const { argv, exitCode } = process;
  process.argv = [...argv.slice(0, 2), ...args];
  vi.resetModules();
  await import("./diff.ts");
  const status = Number(process.exitCode);
  Object.assign(process, { argv, exitCode });
  const [out = "", err = ""] = printed.map(({ mock }) => mock.calls.map(([text]) => `${text}\n`).join(""));
  return { status, out, err };
}

const write = (name: string, text: string) => fs.writeFileSync(path.join(folder, name), text);

const yaml = (maxLength: number) => `openapi: 3.1.0
info: { title: A, version: "1" }
paths:
  /a/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: string, maxLength: ${maxLength} } }]
      responses: { 200: { description: A } }
`;

beforeAll(() => {
  write("before.yaml", yaml(9));
  write("after.yaml", yaml(8));
});

test("lists breaking changes in both languages, and exits with status 1", async () => {
  const english = await runProcess("before.yaml", "after.yaml");
  const spanish = await runDiff("before.yaml", "after.yaml", "--lang", "es");
  const same = await runDiff("before.yaml", "before.yaml");
  expect(english).toMatchObject({ status: 1, err: "" });
  expect(english.out).toMatch(
    /^Breaking\n {2}GET \/a\/\{id\}, request: The limit maxLength of path\.id became stricter/,
  );
  expect(spanish.out).toMatch(
    /^Incompatibles\n {2}GET \/a\/\{id\}, solicitud: El límite maxLength de path\.id es más estricto/,
  );
  expect(same).toEqual({ status: 0, out: "No changes.\n", err: "" });
});

test("prints complete JSON into a pipe, and exits with status 0 if nothing breaks", async () => {
  const paths = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`/${at}`, { get: { responses: {} } }]));
  write("few.json", JSON.stringify({ openapi: "3.0.3", info: { title: "A", version: "1" }, paths: {} }));
  write("many.json", JSON.stringify({ openapi: "3.0.3", info: { title: "A", version: "1" }, paths }));
  const { status, out } = await runProcess("few.json", "many.json", "--json");
  const { level, changes, partial } = JSON.parse(out);
  expect({ status, level, partial, count: changes.length }).toEqual({
    status: 0,
    level: "other",
    partial: undefined,
    count: 2_000,
  });
  expect(changes[0]).toEqual({
    id: expect.stringMatching(/^[0-9a-z]{11}$/),
    rule: "operation-added",
    level: "other",
    place: { operation: "GET /0", direction: null, path: "" },
    name: "GET /0",
    before: null,
    after: null,
    sentence: "GET /0 is new. Clients need not change.",
  });
});

describe("documents that cannot be compared", { timeout: 60_000 }, () => {
  test.each([
    ["a missing file", null, /There is no such file/],
    ["an empty file", " \n", /It is empty/],
    ["a document of something else", "{}", /does not say that it is OpenAPI/],
    ["half a document", '{"openapi":', /not valid JSON/],
    ["aliases", "openapi: 3.1.0\npaths: &a { b: *a }", /aliases/],
    ["30 MB", `{"openapi":"3.1.0","x-a":"${"a".repeat(30_000_000)}"}`, /larger than 16 MiB/],
  ])("exits with status 2 and one sentence: %s", async (what, text, sentence) => {
    if (text !== null) write(`${what}.yaml`, text);
    const { status, out, err } = await runDiff("before.yaml", `${what}.yaml`);
    expect({ status, out, lines: err.trim().split("\n").length }).toEqual({ status: 2, out: "", lines: 1 });
    expect(err).toMatch(sentence);
  });

  test("explains its usage if the arguments are wrong", async () => {
    for (const args of [["before.yaml"], ["before.yaml", "after.yaml", "--lang", "fr"], ["--nonsense"]]) {
      const { status, err } = await runDiff(...args);
      expect(status).toBe(2);
      expect(err).toMatch(/^Usage: npm run --silent diff -- BEFORE AFTER/);
    }
  });

  test("compares a document with external references only in part, and says so", async () => {
    write("outside.yaml", yaml(8).replace("schema: {", 'schema: { $ref: "other.yaml#/A",'));
    const { status, out, err } = await runDiff("before.yaml", "outside.yaml", "--json");
    expect({ status, ...JSON.parse(out) }).toMatchObject({ status: 2, level: "breaking", partial: true });
    expect(err).toMatch(/compared only in part\. .*other\.yaml#\/A\. Put everything into one document\./);
    expect(await runDiff("outside.yaml", "outside.yaml")).toMatchObject({ status: 2, out: "", err });
  });
});

test("fetches the given URL, but follows no redirect into the local network", async () => {
  const server = http.createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    if (request.url === "/moved") response.writeHead(302, { location: `http://localhost:${port}/after.yaml` }).end();
    else response.writeHead(200, { "content-type": "application/yaml" }).end(yaml(8));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const found = await runDiff("before.yaml", `${base}/after.yaml`);
  const moved = await runDiff("before.yaml", `${base}/moved`);
  server.close();
  expect(found).toMatchObject({ status: 1, err: "" });
  expect(moved).toMatchObject({ status: 2, out: "", err: expect.stringContaining("redirects into another network") });
});
