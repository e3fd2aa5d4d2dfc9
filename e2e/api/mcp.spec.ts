import { expect } from "@playwright/test";
import { connectMcp, evaluationArguments, inquiryArguments } from "../support/mcp.ts";
import { query, randomEmail, test } from "../support/test.ts";

const url = process.env.E2E_URL ?? "";

type Row = {
  id: number;
  kind: string;
  channel: string;
  agent_name: string;
  source_page: string;
  notice_version: string | null;
  consent_evidence: string;
};

const listStoredSubmissions = (email: string) =>
  query<Row>(
    `SELECT id, kind, channel, agent_name, source_page, notice_version, consent_evidence
    FROM submissions WHERE email = $1 ORDER BY kind, id`,
    [email],
  );

const toReference = ({ id, kind }: Row) => `${kind === "evaluation" ? "E" : "Q"}-${id}`;

for (const generation of ["modern", "first"] as const) {
  test(`lets an MCP client list and call every tool (${generation})`, async () => {
    const { client, call, close } = await connectMcp(url, { generation });
    const email = randomEmail();
    const given: Record<string, Record<string, unknown>> = {
      get_evaluation_questions: { language: "es" },
      search_catalog: { search: "validacion" },
      get_api: { slug: "receipts-validation" },
      submit_evaluation: evaluationArguments({ email }),
      submit_inquiry: inquiryArguments({ email }),
      prepare_form: { form: "evaluation", language: "es", answersByKey: { budget: "over_20k" } },
    };
    const { tools } = await client.listTools();
    const results = new Map<string, Record<string, unknown> | undefined>();
    const callTool = async (name: string, given: Record<string, unknown> = {}) => {
      const { isError, text, structured } = await call(name, given);
      expect(isError, text).toBe(false);
      results.set(name, structured);
    };
    for (const [name, each] of Object.entries(given)) await callTool(name, each);
    const receipt = results.get("submit_evaluation")?.receipt;
    for (const name of ["get_submission", "list_times"]) await callTool(name, { receipt });
    // lib/http/handle-booking.db.test.ts tests book_time, which needs a booking service.
    expect(tools.map(({ name }) => name).sort()).toEqual([...results.keys(), "book_time"].sort());
    await close();
    expect(results.get("get_evaluation_questions")).toMatchObject({
      questions: expect.arrayContaining([
        expect.objectContaining({ question: "¿Cuál es el presupuesto del proyecto, en dólares?" }),
      ]),
    });
    // Clients of the 2025 revision do not send their name with a call, so the link cannot name them.
    expect(results.get("prepare_form")).toMatchObject({
      link: expect.stringMatching(
        generation === "modern" ? /\?budget=over_20k&assistant=test-host$/ : /\/es\/evaluacion\?budget=over_20k$/,
      ),
    });
    expect(results.get("search_catalog")).toMatchObject({ entries: [{ slug: "receipts-validation" }] });
    expect(results.get("get_api")).toMatchObject({ slug: "receipts-validation" });
    const rows = await listStoredSubmissions(email);
    expect(rows).toMatchObject([
      {
        kind: "evaluation",
        channel: "ai_agent",
        agent_name: "ChatGPT",
        source_page: "mcp",
        consent_evidence: "claimed",
      },
      { kind: "inquiry", channel: "ai_agent", agent_name: "ChatGPT", source_page: "mcp", consent_evidence: "claimed" },
    ]);
    const sent = [results.get("submit_evaluation"), results.get("submit_inquiry")];
    expect(sent.map((result) => result?.reference)).toEqual(rows.map(toReference));
    expect(sent[0]).toMatchObject({ route: "qualified", schedulingUrl: expect.stringContaining("https://") });
    expect(results.get("list_times")).toMatchObject({ times: [], schedulingUrl: expect.stringContaining("https://") });
    const state = { reference: sent[0]?.reference, route: "qualified", consent: "unconfirmed" };
    expect(results.get("get_submission")).toMatchObject(state);
  });
}

test("stores a submission after the person has agreed in the client's consent form", async () => {
  const email = randomEmail();
  const respondToForm = () => ({ action: "accept", content: { agree: true } }) as const;
  const { call, close } = await connectMcp(url, { respondToForm });
  for (const [name, given] of [
    ["submit_evaluation", evaluationArguments({ email })],
    ["submit_inquiry", inquiryArguments({ email })],
  ] as const) {
    expect(await call(name, given)).toMatchObject({ isError: false });
  }
  await close();
  const notice_version = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
  expect(await listStoredSubmissions(email)).toMatchObject([
    { kind: "evaluation", consent_evidence: "elicited", notice_version },
    { kind: "inquiry", consent_evidence: "elicited", notice_version },
  ]);
});

test("redirects a browser that opens /mcp to the developers' guide in its language", async () => {
  const headers = {
    accept: "text/html,application/xhtml+xml,*/*;q=0.8",
    "accept-language": "fr, es;q=0.9, en;q=0.5",
  };
  const led = await fetch(`${url}/mcp`, { headers, redirect: "manual" });
  expect([led.status, led.headers.get("location")]).toEqual([303, "/developers"]);
  const { status, url: reached } = await fetch(`${url}/mcp`, { headers });
  expect([status, new URL(reached).pathname]).toEqual([200, "/es/desarrolladores"]);
});

test("responds with a 404 to /mcp/tools and /en/mcp", async () => {
  for (const path of ["/mcp/tools", "/en/mcp"]) expect((await fetch(`${url}${path}`)).status).toBe(404);
});
