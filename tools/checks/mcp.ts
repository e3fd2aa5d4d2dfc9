// `npm run check -- mcp`: runs MCP's own conformance tests and other MCP clients against the built app's MCP server.
// Installs these programs itself.
import { execFile } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { mcpPath } from "../../lib/contract/addresses.ts";
import { requestExamples } from "../../lib/contract/examples.ts";
import { listTools } from "../../lib/mcp/server.ts";
import { buildIfNeeded } from "../../scripts/build.ts";
import { query } from "../../scripts/databases.fixture.ts";
import { printTable } from "../bench/print-table.ts";
import { Stage } from "../bench/stage.ts";
import { installPackages, runCheck } from "../run-check.ts";

const programs = [
  "@ai-sdk/mcp@2.0.99",
  "@modelcontextprotocol/conformance@0.2.0-alpha.12",
  "@modelcontextprotocol/inspector@2.12.0",
  "mcp-remote@0.15.1",
];
const toolCount = listTools(true).length;
const revisions = ["2026-07-28", "2025-11-25"] as const;

/**
 * Scenarios of the conformance tests, in both revisions, that need tools, resources and prompts with names of their
 * own.
 */
const namedInBoth = [
  "tools-call-simple-text",
  "tools-call-image",
  "tools-call-audio",
  "tools-call-embedded-resource",
  "tools-call-mixed-content",
  "tools-call-error",
  "resources-read-text",
  "resources-read-binary",
  "resources-templates-read",
  "prompts-get-simple",
  "prompts-get-with-args",
  "prompts-get-embedded-resource",
  "prompts-get-with-image",
];

/**
 * Other scenarios that fail, by revision. Most need such names, too. The others need a stream or a session, but our
 * responses are plain JSON, without notifications, and without questions to clients of the 2025 revision.
 */
const expectedFailures = {
  "2026-07-28": [
    ...namedInBoth,
    "tools-call-with-progress",
    "server-stateless:sep-2575-server-rejects-undeclared-capability",
    "server-stateless:sep-2575-missing-capability-http-400",
    "server-stateless:sep-2575-http-server-no-independent-requests-on-stream",
    "server-stateless:sep-2575-server-no-log-without-loglevel",
    "input-required-result-basic-elicitation",
    "input-required-result-basic-sampling",
    "input-required-result-basic-list-roots",
    "input-required-result-request-state",
    "input-required-result-multiple-input-requests",
    "input-required-result-multi-round",
    "input-required-result-missing-input-response",
    "input-required-result-ignore-extra-params",
    "input-required-result-non-tool-request",
    "input-required-result-result-type",
    "input-required-result-tampered-state",
    "input-required-result-capability-check",
  ],
  "2025-11-25": [
    ...namedInBoth,
    "tools-call-with-progress",
    "tools-call-with-logging",
    "tools-call-sampling",
    "tools-call-elicitation",
    "elicitation-sep1034-defaults",
    "elicitation-sep1330-enums",
    "server-sse-multiple-streams",
    "logging-set-level",
    "resources-subscribe",
    "resources-unsubscribe",
  ],
};

const folder = await installPackages("mcp", programs);
const load = createRequire(path.join(folder, "package.json"));

type Row = { check: string; result: string; isRight: boolean };
type Ended = { code: number; output: string };

await runCheck(
  async () => {
    buildIfNeeded();
    const stage = await Stage.open();
    const databaseUrl = await stage.createDatabase("mcp");
    const app = await stage.startApp("app", databaseUrl, { LOG_LEVEL: "silent" });
    const rows: Row[] = [];
    for (const revision of revisions) rows.push(await checkConformance(app.url, revision));
    for (const era of ["modern", "legacy"]) rows.push(await listToolsByInspector(app.url, era));
    rows.push(await listToolsByMcpRemote(app.url));
    for (const answer of ["accept", "decline", "cancel", undefined] as const) {
      rows.push(await callByAiSdk(app.url, answer, (email) => countByEvidence(databaseUrl, email)));
    }
    printTable(
      "MCP",
      rows.map(({ check, result, isRight }) => ({ "": isRight ? "ok" : "FAILED", check, result })),
    );
    return rows.every(({ isRight }) => isRight);
  },
  { minutes: 10 },
);

/** Runs an installed program on this Node, and closes its standard input once `isDone` accepts its output. */
async function runInstalled(program: string, args: string[], isDone?: (output: string) => boolean): Promise<Ended> {
  const file = path.join(folder, "node_modules", ".bin", program);
  // Set HOME, because mcp-remote stores files there.
  const options = { cwd: folder, env: { ...process.env, HOME: folder }, maxBuffer: 2 ** 26, timeout: 120_000 };
  return new Promise((resolve) => {
    let printed = "";
    const child = execFile(process.execPath, [file, ...args], options, (error) => {
      const code = typeof error?.code === "number" ? error.code : 1;
      resolve({ code: error ? code : 0, output: printed });
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk) => {
        printed += chunk;
        if (isDone?.(printed)) child.stdin?.end();
      });
    }
    if (!isDone) child.stdin?.end();
  });
}

async function checkConformance(url: string, revision: (typeof revisions)[number]): Promise<Row> {
  const expected = expectedFailures[revision];
  const file = path.join(folder, `expected-${revision}.yaml`);
  fs.writeFileSync(file, `server:${expected.map((name) => `\n  - ${name}`).join("") || " []"}\n`);
  const results = path.join(folder, revision);
  const args = ["server", "--url", url + mcpPath, "--requirements", revision, "--expected-failures", file];
  const { code, output } = await runInstalled("conformance", [...args, "-o", results]);
  const [summary = output] = /=== SUMMARY ===[\s\S]*/.exec(output) ?? [];
  if (code !== 0) console.log(summary);
  const [required = ""] = summary.split("Total:");
  const passed = required.match(/^✓/gm)?.length ?? 0;
  return {
    check: `conformance ${revision}`,
    result: `${passed} scenarios pass, ${expected.length} expected failures`,
    isRight: code === 0,
  };
}

async function listToolsByInspector(url: string, era: string): Promise<Row> {
  const args = ["--cli", url + mcpPath, "--transport", "http", "--protocol-era", era, "--method", "tools/list"];
  const { code, output } = await runInstalled("mcp-inspector", [...args, "--strict"]);
  const count = output.match(/"inputSchema"/g)?.length ?? 0;
  if (code !== 0) console.log(output);
  return {
    check: `inspector --strict, ${era}`,
    result: `exit ${code}, ${count} tools`,
    isRight: code === 0 && count === toolCount,
  };
}

async function listToolsByMcpRemote(url: string): Promise<Row> {
  const isDone = (printed: string) => /\] Resources: \{[\s\S]*\n\}/.test(printed);
  const { code, output } = await runInstalled("mcp-remote-client", [url + mcpPath, "--allow-http"], isDone);
  // The program prints the received list first, and its own interpretation after it.
  const [, listed = ""] = output.split("] Tools: ");
  const [toolList = "", rest = ""] = listed.split("Requesting resource list");
  const tools = toolList.match(/"inputSchema"/g)?.length ?? 0;
  const resources = rest.split("] Resources: ")[1]?.match(/"uri": "encaje:/g)?.length ?? 0;
  const result = `exit ${code}, ${tools} tools, ${resources} resources`;
  return { check: "mcp-remote lists", result, isRight: code === 0 && tools === toolCount && resources > 2 };
}

/**
 * Calls the reading tools and both submit tools, the latter also as dry runs. `answer` is the person's response to the
 * consent form; undefined means a client without forms.
 */
async function callByAiSdk(
  url: string,
  answer: "accept" | "decline" | "cancel" | undefined,
  count: (email: string) => Promise<Record<string, number>>,
): Promise<Row> {
  const { createMCPClient, ElicitationRequestSchema } = await import(
    pathToFileURL(load.resolve("@ai-sdk/mcp")).toString()
  );
  const capabilities = answer ? { capabilities: { elicitation: {} } } : {};
  const client = await createMCPClient({ transport: { type: "http", url: url + mcpPath }, ...capabilities });
  let asked = 0;
  if (answer) {
    client.onElicitationRequest(ElicitationRequestSchema, async () => {
      asked++;
      return answer === "accept" ? { action: answer, content: { agree: true } } : { action: answer };
    });
  }
  const tools = await client.tools();
  const email = `${answer ?? "none"}@example.com`;
  const { sourcePage: _page, channel: _channel, ...evaluation } = requestExamples.submitEvaluation.qualified.value;
  const { sourcePage, channel, ...inquiry } = requestExamples.submitContact.agent.value;
  const call = (name: string, given: object) => tools[name].execute(given, { messages: [], toolCallId: "1" });
  const listed = await call("get_evaluation_questions", {});
  const found = await call("search_catalog", {});
  const shown = await call("get_api", { slug: found.structuredContent?.entries[0]?.slug });
  const read = [listed, found, shown].filter(({ isError, structuredContent }) => isError !== true && structuredContent);
  const errors = [];
  for (const [name, given] of Object.entries({ submit_evaluation: evaluation, submit_inquiry: inquiry })) {
    for (const dryRun of [true, false]) {
      const { isError } = await call(name, { ...given, email, dryRun });
      errors.push(isError === true);
    }
  }
  await client.close();
  const rows = await count(email);
  const isRefused = answer === "decline" || answer === "cancel";
  const expected = isRefused ? {} : { [answer === "accept" ? "elicited" : "claimed"]: 2 };
  const isRight =
    read.length === 3 &&
    JSON.stringify(rows) === JSON.stringify(expected) &&
    errors.join() === [false, isRefused, false, isRefused].join() &&
    asked === (answer ? 2 : 0);
  return {
    check: `@ai-sdk/mcp, ${answer ?? "without forms"}`,
    result: `${read.length} tools read, asked ${asked} times, rows ${JSON.stringify(rows)}`,
    isRight,
  };
}

/** Counts the stored submissions of an email address by their consent evidence. */
async function countByEvidence(databaseUrl: string, email: string): Promise<Record<string, number>> {
  const rows = await query<{ consent_evidence: string; count: number }>(
    databaseUrl,
    "SELECT consent_evidence, count(*)::int AS count FROM submissions WHERE email = $1 GROUP BY consent_evidence",
    [email],
  );
  return Object.fromEntries(rows.map(({ consent_evidence, count }) => [consent_evidence, count]));
}
