// `npm run check -- mcp`: runs MCP's own conformance tests and other MCP clients against the built app's MCP server.
// Installs these programs itself.
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { mcpPath } from "../../lib/contract/addresses.ts";
import { requestExamples } from "../../lib/contract/examples.ts";
import { listTools } from "../../lib/mcp/server.ts";
import { buildIfNeeded } from "../../scripts/build.ts";
import { query } from "../../scripts/databases.fixture.ts";
import { startApp } from "../processes.ts";
import { addCleanUp, expectTrue, hasPassed, installPackages, runCheck, runInstalled, stopAtEnd } from "../run-check.ts";
import { startTestDatabase } from "../test-database.ts";

const programs = [
  "@ai-sdk/mcp@2.0.99",
  "@modelcontextprotocol/conformance@0.2.0-alpha.12",
  "@modelcontextprotocol/inspector@2.12.0",
];
const toolCount = listTools(true).length;
const revisions = ["2026-07-28", "2025-11-25"] as const;

/**
 * Scenarios of the conformance tests that fail in both revisions, because they need tools, resources and prompts with
 * prescribed names.
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

await runCheck(
  async () => {
    buildIfNeeded();
    const database = await startTestDatabase();
    await addCleanUp(database.close);
    const limits = { RATE_LIMIT_IP_MAX: "1000000000", RATE_LIMIT_AGENT_MAX: "1000000000" };
    const app = await stopAtEnd(startApp({ DATABASE_URL: database.url, LOG_LEVEL: "silent", ...limits }));
    for (const revision of revisions) await checkConformance(app.url, revision);
    for (const era of ["modern", "legacy"]) await listToolsByInspector(app.url, era);
    for (const hasForms of [true, false]) await submitByAiSdk(app.url, hasForms, database.url);
    return hasPassed();
  },
  { minutes: 10 },
);

async function checkConformance(url: string, revision: (typeof revisions)[number]): Promise<void> {
  const expected = expectedFailures[revision];
  const file = path.join(folder, `expected-${revision}.yaml`);
  fs.writeFileSync(file, `server:${expected.map((name) => `\n  - ${name}`).join("")}\n`);
  const args = ["server", "--url", url + mcpPath, "--requirements", revision, "--expected-failures", file];
  const { isDone, output } = await runInstalled(folder, "conformance", [...args, "-o", path.join(folder, revision)]);
  const [summary = output] = /=== SUMMARY ===[\s\S]*/.exec(output) ?? [];
  const passed = summary.split("Total:")[0]?.match(/^✓/gm)?.length ?? 0;
  const result = `${passed} scenarios pass, ${expected.length} expected failures`;
  expectTrue(`conformance ${revision}`, isDone, isDone ? result : summary);
}

async function listToolsByInspector(url: string, era: string): Promise<void> {
  const args = ["--cli", url + mcpPath, "--transport", "http", "--protocol-era", era, "--method", "tools/list"];
  const { isDone, output } = await runInstalled(folder, "mcp-inspector", [...args, "--strict"]);
  const count = output.match(/"inputSchema"/g)?.length ?? 0;
  expectTrue(`inspector --strict, ${era}`, isDone && count === toolCount, isDone ? `${count} tools` : output);
}

/** Submits by both tools with Vercel's client, which shows the consent form or, without `hasForms`, has no forms. */
async function submitByAiSdk(url: string, hasForms: boolean, databaseUrl: string): Promise<void> {
  const { createMCPClient, ElicitationRequestSchema } = await import(
    pathToFileURL(load.resolve("@ai-sdk/mcp")).toString()
  );
  const capabilities = hasForms ? { capabilities: { elicitation: {} } } : {};
  const client = await createMCPClient({ transport: { type: "http", url: url + mcpPath }, ...capabilities });
  if (hasForms) {
    client.onElicitationRequest(ElicitationRequestSchema, async () => ({ action: "accept", content: { agree: true } }));
  }
  const tools = await client.tools();
  const email = `${hasForms ? "form" : "none"}@example.com`;
  const { sourcePage: _page, channel: _channel, ...evaluation } = requestExamples.submitEvaluation.qualified.value;
  const { sourcePage, channel, ...inquiry } = requestExamples.submitContact.agent.value;
  for (const [name, given] of Object.entries({ submit_evaluation: evaluation, submit_inquiry: inquiry })) {
    await tools[name].execute({ ...given, email }, { messages: [], toolCallId: "1" });
  }
  await client.close();
  const sql = "SELECT consent_evidence AS evidence FROM submissions WHERE email = $1";
  const found = (await query<{ evidence: string }>(databaseUrl, sql, [email])).map(({ evidence }) => evidence).join();
  const claim = `@ai-sdk/mcp, ${hasForms ? "with" : "without"} forms`;
  expectTrue(claim, found === (hasForms ? "elicited,elicited" : "claimed,claimed"), found);
}
