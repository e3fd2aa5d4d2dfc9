import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { nodeFlags } from "../../scripts/node-flags.mjs";

const root = path.join(import.meta.dirname, "..", "..");
const fixture = path.join(import.meta.dirname, "log-lines.fixture.ts");
const { stdout, stderr } = await promisify(execFile)(process.execPath, [...nodeFlags, fixture], {
  cwd: root,
  env: { PATH: process.env.PATH, NODE_ENV: "production", LOG_LEVEL: "trace", RATE_LIMIT_IP_MAX: "11" },
});
const lines: Record<string, unknown>[] = stdout
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const readLine = (requestId: string) => lines.find((line) => line.requestId === requestId);

const [info, error] = [30, 50];
const contact = { operation: "submitContact" };
const inquiryTool = { operation: "mcp", method: "tools/call", tool: "submit_inquiry" };
const web = { channel: "web", hostEvidence: "none" };
const agent = { channel: "ai_agent", hostEvidence: "none" };
/** The log line of each request in the fixture, without time, duration and error. */
const expected: Record<string, object> = {
  "accepted-web": { level: info, ...contact, status: 201, ...web },
  "accepted-agent": { level: info, ...contact, status: 201, ...agent },
  "accepted-host": { level: info, ...contact, status: 201, ...agent, hostEvidence: "egress" },
  "evaluated-web": { level: info, operation: "submitEvaluation", status: 201, ...web, route: "review" },
  "invalid-fields": { level: info, ...contact, status: 400 },
  "invalid-json": { level: info, ...contact, status: 400 },
  "consent-missing": { level: info, ...contact, status: 400, code: "consent_required" },
  "too-large-body": { level: info, ...contact, status: 413 },
  "wrong-method": { level: info, ...contact, status: 405 },
  "asked-options": { level: info, ...contact, status: 204 },
  "unknown-path": { level: info, operation: "notFound", status: 404 },
  "catalog-search": { level: info, operation: "listCatalogApis", status: 200 },
  "unexpected-fault": { level: error, ...contact, status: 500, ...web },
  "lines-in-fault": { level: error, ...contact, status: 500, ...web },
  "odd-fault-text": { level: error, ...contact, status: 500, ...web },
  "unavailable-db": { level: error, ...contact, status: 503, ...web },
  "misshapen-result": { level: error, ...contact, status: 500, ...web },
  "form-accepted": { level: info, ...contact, status: 303, via: "form", ...web },
  "form-refused": { level: info, ...contact, status: 303, via: "form", refusal: "invalid_input" },
  "form-cross-site": { level: info, ...contact, status: 403, via: "form" },
  "form-unavailable": { level: error, ...contact, status: 303, via: "form", ...web, refusal: "unavailable" },
  "form-at-fault": { level: error, ...contact, status: 303, via: "form", ...web, refusal: "internal" },
  "mcp-stored": { level: info, ...inquiryTool, status: 200, ...agent },
  "mcp-invalid": { level: info, ...inquiryTool, status: 200 },
  "mcp-unknown": { level: info, operation: "mcp", method: "tools/call", status: 200 },
  "mcp-at-fault": { level: error, ...inquiryTool, status: 200, ...agent },
  "mcp-unavailable": { level: error, ...inquiryTool, status: 200, ...agent },
  "mcp-method": { level: info, operation: "mcp", status: 405 },
  "receipt-unknown": { level: info, operation: "lookUpSubmission", status: 404 },
  "mcp-receipt": { level: info, ...inquiryTool, tool: "get_submission", status: 200 },
  "limited-client": { level: info, ...contact, status: 429, ...web, code: "rate_limited" },
};

test("logs exactly one line per request and nothing else", () => {
  expect(lines.map(({ requestId }) => requestId)).toEqual(Object.keys(expected));
  expect(stderr).toBe("");
});

test.each(Object.entries(expected))("logs only the expected fields of the request %s", (id, fields) => {
  const { time, durationMs, requestId, error: fault, ...rest } = readLine(id) ?? {};
  expect(rest).toEqual(fields);
  expect(time).toBe("2027-01-01T00:00:00.000Z");
  expect(durationMs).toBeGreaterThanOrEqual(0);
  expect(fault === undefined).toBe("level" in fields && fields.level === info);
});

test.each(Object.keys(expected))("logs the request %s without personal data", (id) => {
  expect(JSON.stringify(readLine(id))).not.toMatch(/priva|persona|mensaje|203\.0\.113|198\.51\.100|160\.79/i);
});

test("logs only class and place of an error, and the class of its cause", () => {
  const inFixture = expect.stringContaining("log-lines.fixture.ts");
  const at = expect.arrayContaining([inFixture]);
  const cause = { name: "TypeError", at };
  expect(readLine("unexpected-fault")?.error).toEqual({ name: "Error", at, cause });
  expect(readLine("unavailable-db")?.error).toMatchObject({ name: "AppError", cause: { name: "Error" } });
  expect(readLine("odd-fault-text")?.error).toEqual({ name: "string" });
});
