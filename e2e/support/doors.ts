// Sends the same evaluation through every interface: HTTP, the form without script, MCP and practice.
import assert from "node:assert/strict";
import fc from "fast-check";
import type pg from "pg";
import * as z from "zod/mini";
import { readFieldFaults } from "../../lib/contract/refusal.ts";
import type { Locale } from "../../lib/domain/locale.ts";
import { fields, typedFields } from "../../lib/domain/submissions/core/fields.ts";
import { questions } from "../../lib/domain/submissions/core/questions.ts";
import { EvaluationResult } from "../../lib/domain/submissions/core/schema.ts";
import { parseReference } from "../../lib/domain/submissions/core/submission-ref.ts";
import { receiptCookies, type SiteForm } from "../../lib/domain/submissions/intake/receipt.ts";
import type { FieldFault } from "../../lib/domain/text-bounds.ts";
import { getPathname } from "../../lib/i18n/paths.ts";
import type { Body } from "./bodies.ts";
import { canSendByForm, type DoorProbe, doorProbes, listEdgeCases } from "./door-bodies.ts";
import { callToolRaw } from "./mcp-calls.ts";

/** An app to send evaluations to: its base URL, and `fetch` or a function that calls handlers in this process. */
export type Target = { url: string; send: typeof fetch };
type Taken = { id: number; route: string; words?: string };
/** `faults` are field names, text fields with the violated rule (`name=too_long`) if the interface reports it. */
type Outcome = { taken: Taken } | { faults: string[] };

const questionKeys = new Set<string>(questions.map(({ key }) => key));

/**
 * Formats faults for comparison. Leaves out the rule for questions: an unanswered one is missing in a form, but may be
 * an invalid option in JSON.
 */
const formatFaults = (faults: FieldFault[]) =>
  faults.map(({ field, rule }) => (questionKeys.has(field) ? field : `${field}=${rule}`)).sort();
const toNames = (lines: string[]) => lines.map((line) => line.split("=", 1)[0]).sort();

export function postJson({ url, send }: Target, path: string, body: unknown, headers: Record<string, string> = {}) {
  const init = {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  };
  return send(`${url}${path}`, init);
}

const agent = { channel: "ai_agent", userConsent: true, sourcePage: "doors" };

/** Posts an evaluation as JSON to the real or the practice endpoint. Both must send identical error responses. */
async function postEvaluation(target: Target, path: string, body: Body) {
  const response = await postJson(target, path, { ...body, ...agent, agentName: "By HTTP" });
  const text = await response.text();
  assert.ok([201, 400].includes(response.status), `${path} answered ${response.status}: ${text}`);
  return { isTaken: response.status === 201, text, fields: response.headers.get("invalid-fields") };
}

function toOutcome({ isTaken, text, fields }: Awaited<ReturnType<typeof postEvaluation>>): Outcome {
  if (!isTaken) return { faults: formatFaults(readFieldFaults(fields)) };
  const { id, route, message, schedulingUrl } = EvaluationResult.parse(JSON.parse(text));
  return { taken: { id, route, words: `${message} ${schedulingUrl ?? ""}` } };
}

const ToolResult = z.object({
  isError: z.optional(z.boolean()),
  content: z.tuple([z.object({ text: z.string() })]),
  structuredContent: z.optional(z.looseObject({ reference: z.string() })),
});

export async function callTool({ url, send }: Target, name: string, given: Body) {
  const result = await callToolRaw(`${url}/mcp`, name, given, { elicitation: undefined }, send);
  const { isError = false, content, structuredContent } = ToolResult.parse(result);
  return { isError, text: content[0].text, structuredContent };
}

async function evaluateByMcp(target: Target, body: Body): Promise<Outcome> {
  // Use another agent than for HTTP, because the same submission from the same agent would count as a repeat.
  const given = { ...body, agentName: "By MCP", userConsent: true };
  const { isError, text, structuredContent = { reference: "" } } = await callTool(target, "submit_evaluation", given);
  if (isError) return { faults: parseFaultNames(text) };
  const { reference, route, message, schedulingUrl = "" } = structuredContent;
  return {
    taken: { id: parseReference(reference)?.id ?? 0, route: String(route), words: `${message} ${schedulingUrl}` },
  };
}

/** Reads the field names in a tool's error text. */
function parseFaultNames(text: string): string[] {
  const faultText = /^Nothing was stored\. .* again with all arguments: (.*?)\.( The tool .*)?$/s.exec(text)?.[1];
  assert.ok(faultText, `another error than of the arguments: ${text}`);
  const [explained = "", others] = faultText.split(/; also wrong: /);
  const paths = [
    ...explained.split("; ").map((clause) => clause.split(" ", 1)[0] ?? ""),
    ...(others?.split(", ") ?? []),
  ];
  return paths.map((path) => path.replace("answersByKey.", "")).sort();
}

const pages = { evaluation: "/evaluation/send", contact: "/contact/send" } as const;

export async function postForm({ url, send }: Target, form: SiteForm, locale: Locale, fields: Record<string, string>) {
  const headers = { "content-type": "application/x-www-form-urlencoded", cookie: `locale=${locale}` };
  const body = new URLSearchParams(fields).toString();
  const path = getPathname({ href: pages[form], locale });
  const response = await send(`${url}${path}`, { method: "POST", redirect: "manual", headers, body });
  const location = response.headers.get("location") ?? "";
  assert.equal(response.status, 303, `${path} answered ${response.status}`);
  const cookie = response.headers.getSetCookie().find((each) => each.startsWith(`${receiptCookies[form]}=`));
  const [reference = "", route = ""] = cookie?.split(/[=;]/)[1]?.split(".") ?? [];
  return { location, cookie, id: parseReference(reference)?.id, route };
}

async function evaluateByForm(target: Target, { language, answersByKey, ...texts }: Body): Promise<Outcome> {
  const given = Object.entries({ ...texts, ...(answersByKey as Body) }).filter(([, value]) => value !== undefined);
  const fields = Object.fromEntries(given) as Record<string, string>;
  const { location, id, route } = await postForm(target, "evaluation", language as Locale, fields);
  if (id !== undefined) return { taken: { id, route } };
  return { faults: formatFaults(readFieldFaults(new URL(location, target.url).searchParams.get("fields"))) };
}

/** Sends evaluations through every interface, compares the results, and counts the comparisons. */
export class Comparison {
  readonly counts: Record<string, number> = {};
  readonly #rows: number[][] = [];
  readonly #target: Target;

  constructor(target: Target) {
    this.#target = target;
  }

  /** Sends `bodies` evaluations in total, edge cases first, each through every interface that can send it. */
  async sendAll(bodies: number, seed: number, loops: number): Promise<void> {
    const edges = listEdgeCases();
    const property = fc.asyncProperty(doorProbes, (probe) => this.#compare(probe));
    const share = (at: number) => Math.floor(bodies / loops) + (at < bodies % loops ? 1 : 0);
    await Promise.all(
      Array.from({ length: loops }, (_, at) => {
        const examples = edges.filter((_edge, place) => place % loops === at).map((probe): [DoorProbe] => [probe]);
        return fc.assert(property, { numRuns: share(at), seed: seed + at, examples });
      }),
    );
  }

  /** Sends a body through every interface. @throws if the results differ */
  async #compare({ body, isValid }: DoorProbe): Promise<void> {
    const answer = await postEvaluation(this.#target, "/api/leads/evaluate", body);
    const practiced = await postEvaluation(this.#target, "/api/practice/leads/evaluate", body);
    const byMcp = await evaluateByMcp(this.#target, body);
    const byForm = canSendByForm(body) ? await evaluateByForm(this.#target, body) : undefined;
    const byHttp = toOutcome(answer);
    this.#count(isValid ? "valid" : "faulty", ...(byForm ? ["by the form as well"] : []));
    assert.equal("taken" in byHttp, isValid, answer.text);
    if ("faults" in byHttp) {
      assert.deepEqual(practiced, answer);
      assert.deepEqual(byMcp, { faults: toNames(byHttp.faults) });
      if (byForm) assert.deepEqual(byForm, byHttp);
      assert.notEqual(byHttp.faults.length, 0);
      return;
    }
    assert.equal(practiced.isTaken, true, practiced.text);
    assert.ok("taken" in byMcp && byForm && "taken" in byForm, JSON.stringify({ byHttp, byMcp, byForm }));
    const { route, words } = byHttp.taken;
    assert.deepEqual([byMcp.taken.route, byMcp.taken.words, byForm.taken.route], [route, words, route]);
    this.#count(route);
    this.#rows.push([byHttp, byMcp, byForm].map(({ taken }) => taken.id));
  }

  #count(...names: string[]): void {
    for (const name of names) this.counts[name] = (this.counts[name] ?? 0) + 1;
  }

  /**
   * @throws Error unless the database has exactly the acknowledged submissions, with the same content by each interface
   * @returns number of rows
   */
  async checkRows(client: pg.ClientBase): Promise<number> {
    const { rows } = await client.query<{ id: number; content: string }>(
      `SELECT id, ROW (${typedFields.evaluation.map((name) => `coalesce(${fields[name].column}, '')`)}, language, answers,
        score, route)::text AS content FROM submissions WHERE kind = 'evaluation'`,
    );
    const contents = new Map(rows.map(({ id, content }) => [id, content]));
    assert.equal(contents.size, new Set(this.#rows.flat()).size);
    for (const ids of this.#rows) {
      const [first, ...others] = ids.map((id) => contents.get(id));
      assert.ok(first);
      for (const other of others) assert.equal(other, first);
    }
    return contents.size;
  }
}
