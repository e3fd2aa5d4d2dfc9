import { expect } from "@playwright/test";
import { connectMcp, evaluationArguments, type FormAnswer, generations, inquiryArguments } from "../support/mcp.ts";
import { makeMessage, rawCall, readState } from "../support/mcp-calls.ts";
import { rawRequest } from "../support/raw.ts";
import { query, randomEmail, test } from "../support/test.ts";

const url = process.env.E2E_URL ?? "";
const accepted: FormAnswer = { action: "accept", content: { agree: true } };

type Row = {
  id: number;
  kind: string;
  channel: string;
  agent_name: string;
  source_page: string;
  notice_version: string | null;
  consent_evidence: string;
};

const listRows = (email: string) =>
  query<Row>(
    `SELECT id, kind, channel, agent_name, source_page, notice_version, consent_evidence
    FROM submissions WHERE email = $1 ORDER BY kind, id`,
    [email],
  );

const toReference = ({ id, kind }: Row) => `${kind === "evaluation" ? "E" : "Q"}-${id}`;

for (const generation of generations) {
  test(`lets an MCP client list and call every tool, and stores one row per submission (${generation})`, async () => {
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
    // book_time needs a booking service (lib/http/handle-booking.db.test.ts).
    expect(tools.map(({ name }) => name).sort()).toEqual([...results.keys(), "book_time"].sort());
    await close();
    expect(results.get("get_evaluation_questions")).toMatchObject({
      questions: expect.arrayContaining([
        expect.objectContaining({ question: "¿Cuál es el presupuesto del proyecto, en dólares?" }),
      ]),
    });
    // Clients of the 2025 revision do not send their name with a call, so the link cannot name them.
    const isNamed = ["modern", "auto"].includes(generation);
    expect(results.get("prepare_form")).toMatchObject({
      link: expect.stringMatching(
        isNamed ? /\?budget=over_20k&assistant=test-host$/ : /\/es\/evaluacion\?budget=over_20k$/,
      ),
    });
    expect(results.get("search_catalog")).toMatchObject({ entries: [{ slug: "receipts-validation" }] });
    expect(results.get("get_api")).toMatchObject({ slug: "receipts-validation" });
    const rows = await listRows(email);
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

test("returns the same verdict by MCP as by HTTP, word for word", async ({ client }) => {
  const { call, close } = await connectMcp(url);
  for (const language of ["en", "es"]) {
    const given = evaluationArguments({ language });
    const { json } = await client.post("/api/leads/evaluate", { ...given, channel: "ai_agent", sourcePage: "x" });
    const { structured } = await call("submit_evaluation", given);
    const { message, route, schedulingUrl } = structured ?? {};
    expect(json).toMatchObject({ message, route, schedulingUrl });
  }
  await close();
});

test.describe("a client with forms", () => {
  for (const generation of ["modern", "auto"] as const) {
    test(`stores a submission after the person has agreed in the client's consent form (${generation})`, async () => {
      const email = randomEmail();
      const { call, close } = await connectMcp(url, { generation, respondToForm: () => accepted });
      for (const [name, given] of [
        ["submit_evaluation", evaluationArguments({ email })],
        ["submit_inquiry", inquiryArguments({ email })],
      ] as const) {
        expect(await call(name, given)).toMatchObject({ isError: false });
      }
      await close();
      const notice_version = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
      expect(await listRows(email)).toMatchObject([
        { kind: "evaluation", consent_evidence: "elicited", notice_version },
        { kind: "inquiry", consent_evidence: "elicited", notice_version },
      ]);
    });
  }

  test("stores nothing if the person declines, cancels or does not agree in the client's consent form", async () => {
    for (const answer of [
      { action: "decline" },
      { action: "cancel" },
      { action: "accept", content: { agree: false } },
    ] as FormAnswer[]) {
      const email = randomEmail();
      const { call, close } = await connectMcp(url, { respondToForm: () => answer });
      const { isError, text } = await call("submit_inquiry", inquiryArguments({ email }));
      expect([isError, text.includes("Nothing was stored")]).toEqual([true, true]);
      await close();
      expect(await listRows(email)).toEqual([]);
    }
  });

  test("stores one row if the same consent response is sent repeatedly, and always returns the first result", async () => {
    const given = inquiryArguments();
    const requestState = readState(await rawCall(`${url}/mcp`, "submit_inquiry", given));
    const answered = { requestState, inputResponses: { consent: accepted } };
    const send = () => rawCall(`${url}/mcp`, "submit_inquiry", given, answered);
    const results = [...(await Promise.all(Array.from({ length: 8 }, send))), await send()];
    const rows = await listRows(String(given.email));
    expect(rows).toHaveLength(1);
    for (const { structuredContent } of results) {
      expect(structuredContent).toMatchObject({ reference: rows.map(toReference)[0] });
    }
  });

  test("stores nothing once the person has declined, even if the same consent form is accepted later", async () => {
    for (const [name, given] of [
      ["submit_inquiry", inquiryArguments({ agentName: "Declined" })],
      ["submit_evaluation", evaluationArguments({ agentName: "Declined" })],
    ] as const) {
      const requestState = readState(await rawCall(`${url}/mcp`, name, given));
      const answer = (consent: FormAnswer) =>
        rawCall(`${url}/mcp`, name, given, { requestState, inputResponses: { consent } });
      await answer({ action: "decline" });
      const late = await Promise.all(Array.from({ length: 4 }, () => answer(accepted)));
      for (const { isError, content } of late) {
        expect([isError, JSON.stringify(content)]).toEqual([
          true,
          expect.stringMatching(/Nothing was stored: .*already/),
        ]);
      }
      expect(await listRows(String(given.email))).toEqual([]);
    }
  });

  test("stores nothing if a consent form's state is missing, forged or from another submission", async () => {
    const given = inquiryArguments();
    const other = inquiryArguments();
    const requestState = readState(await rawCall(`${url}/mcp`, "submit_inquiry", other));
    const inputResponses = { consent: accepted };
    for (const change of [
      { inputResponses },
      { inputResponses, requestState },
      { inputResponses, requestState: `${requestState}x` },
      { inputResponses, requestState: "v1.e30.e30" },
    ]) {
      const result = await rawCall(`${url}/mcp`, "submit_inquiry", given, change);
      expect(result.resultType).toBe("input_required");
    }
    expect([...(await listRows(String(given.email))), ...(await listRows(String(other.email)))]).toEqual([]);
  });
});

test.describe("the MCP endpoint", () => {
  const listing = makeMessage("tools/list", {});
  const ask = async (path: string, init: RequestInit, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}${path}`, { ...init, headers: { ...listing.headers, ...headers } });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  test("rejects methods other than POST and OPTIONS at /mcp with a 405 and an Allow header", async () => {
    for (const path of ["/mcp", "/mcp/", "/mcp?a=b"]) {
      for (const method of ["GET", "HEAD", "DELETE", "PUT", "PATCH"]) {
        const { status, headers } = await ask(path, { method });
        expect([path, method, status, headers.get("allow")]).toEqual([path, method, 405, "POST, OPTIONS"]);
      }
      expect((await ask(path, listing)).status).toBe(200);
    }
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

  test("rejects an MCP request for a foreign host name, as in DNS rebinding", async () => {
    const body = [Buffer.from(listing.body)];
    for (const [host, status] of [
      ["evil.example", 403],
      ["evil.example:80", 403],
      ["localhost:80", 200],
    ] as const) {
      const answer = await rawRequest("/mcp", { method: "POST", headers: { ...listing.headers, host }, body });
      expect([host, answer.status]).toEqual([host, status]);
    }
  });

  test("rejects MCP requests from other sites' pages, and accepts those from the site's own", async () => {
    expect((await ask("/mcp", listing, { origin: "https://evil.example" })).status).toBe(403);
    const { status, headers } = await ask("/mcp", listing, { origin: url });
    expect([status, headers.get("access-control-allow-origin")]).toEqual([200, url]);
    expect((await ask("/mcp", { method: "OPTIONS" }, { origin: url })).status).toBe(204);
  });

  test("rejects a body over 256 KiB with a 413 and invalid JSON with a 400, both as JSON-RPC", async () => {
    const large = await ask("/mcp", { method: "POST", body: `"${"x".repeat(256 * 1024)}"` });
    const broken = await ask("/mcp", { method: "POST", body: "{" });
    expect([large.status, broken.status]).toEqual([413, 400]);
    for (const { text } of [large, broken]) expect(JSON.parse(text)).toMatchObject({ jsonrpc: "2.0", id: null });
  });

  test("offers the guide, a catalog entry and the prompt to clients of every SDK generation", async () => {
    for (const generation of generations) {
      const { client, close } = await connectMcp(url, { generation });
      const { resources } = await client.listResources();
      const uris = resources.map(({ uri }) => uri);
      expect(uris).toEqual(expect.arrayContaining(["encaje://es/guide", "encaje://en/catalog/receipts-validation"]));
      const { contents } = await client.readResource({ uri: "encaje://es/guide" });
      expect(JSON.stringify(contents)).toContain("¿Cuál es el presupuesto del proyecto, en dólares?");
      await client.readResource({ uri: "encaje://en/catalog/receipts-validation" });
      const { messages } = await client.getPrompt({ name: "evaluate_my_project", arguments: { language: "es" } });
      expect(messages).toHaveLength(1);
      await close();
    }
  });

  test("responds with a 404 to /mcp/tools and /en/mcp", async () => {
    expect((await ask("/mcp/tools", { method: "GET" })).status).toBe(404);
    expect((await ask("/en/mcp", { method: "GET" })).status).toBe(404);
  });
});
