import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generateValidBodies } from "../../e2e/support/bodies.ts";
import { callToolRaw } from "../../e2e/support/mcp-calls.ts";
import { contactTable, evaluationTable } from "../../e2e/support/spec-table.ts";
import { ContactInput, EvaluationInput } from "../domain/submissions/core/schema.ts";
import { askMcp, mcpUrl, stored } from "./mcp.fixture.ts";

const unlimited = "1000000000";
Object.assign(process.env, { LOG_LEVEL: "silent", RATE_LIMIT_IP_MAX: unlimited, RATE_LIMIT_AGENT_MAX: unlimited });

/** Fields of the HTTP operations that are not arguments of the tools. */
const absent = ["sourcePage", "channel", "utm", "landingPage", "referrer", "website", "answers"];
type Body = Record<string, unknown>;

describe.each([
  { tool: "submit_evaluation", table: evaluationTable, schema: EvaluationInput },
  { tool: "submit_inquiry", table: contactTable, schema: ContactInput },
])("the tool $tool", ({ tool, table, schema }) => {
  const names = Object.keys(table).filter((name) => !absent.includes(name));
  const pick = (body: Body) => Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));
  // Without `answers`, which the tool does not take and which would stand in most bodies in place of `answersByKey`.
  const asked = Object.fromEntries(Object.entries(table).filter(([name]) => names.includes(name)));
  const strange = fc.dictionary(fc.constantFrom(...names), fc.jsonValue(), { maxKeys: 1 });
  const leftOut = fc.oneof(
    { weight: 3, arbitrary: fc.constant<string[]>([]) },
    { weight: 1, arbitrary: fc.subarray(names, { maxLength: 2 }) },
  );
  const given = fc
    .tuple(generateValidBodies(asked), generateValidBodies(asked), fc.boolean(), strange, leftOut)
    .map(([body, other, isValid, values, without]) => {
      const agent = { agentName: "Some Assistant", userConsent: true };
      const answersByKey = body.answersByKey ?? other.answersByKey;
      const all: Body = { ...body, ...agent, ...(answersByKey ? { answersByKey } : {}), ...(isValid ? {} : values) };
      return Object.fromEntries(Object.entries(pick(all)).filter(([name]) => isValid || !without.includes(name)));
    });

  test("accepts exactly the input that the HTTP operation accepts from an assistant", async () => {
    const seen = { taken: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(given, async (body) => {
        stored.length = 0;
        const parsed = schema.safeParse({
          ...Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)),
          channel: "ai_agent",
          sourcePage: "mcp",
          // Without an agentName, the tool uses the client's own name.
          agentName: body.agentName ?? "test-host",
        });
        const result = await callToolRaw(mcpUrl, tool, body, { elicitation: undefined }, askMcp);
        expect(result.isError === true).toBe(!parsed.success);
        expect(stored.map(({ input }) => input)).toEqual(parsed.success ? [parsed.data] : []);
        if (result.isError) expect(JSON.stringify(result.content).length).toBeLessThanOrEqual(1_100);
        seen[parsed.success ? "taken" : "refused"] += 1;
      }),
      { numRuns: 100 },
    );
    expect(seen.taken).toBeGreaterThan(10);
    expect(seen.refused).toBeGreaterThan(10);
  });
});
