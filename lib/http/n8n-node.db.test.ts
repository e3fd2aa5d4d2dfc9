import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { IHookFunctions, INodeProperties, INodePropertyOptions, IWebhookFunctions } from "n8n-workflow";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EncajeApi } from "../../clients/n8n/credentials/EncajeApi.credentials.ts";
import { Encaje } from "../../clients/n8n/nodes/Encaje/Encaje.node.ts";
import { EncajeTrigger } from "../../clients/n8n/nodes/Encaje/EncajeTrigger.node.ts";
import { buildOpenApi } from "../contract/openapi.ts";
import { buildOperatorOpenApi } from "../contract/operator-openapi.ts";
import type { Admin } from "../domain/access/operator.ts";
import { asList, asObject } from "../domain/json.ts";
import { scopes } from "../domain/operation.ts";
import { typedFields } from "../domain/submissions/core/fields.ts";
import { questions } from "../domain/submissions/core/questions.ts";
import { statuses } from "../domain/submissions/core/status.ts";
import { webhookTypes } from "../domain/webhooks/events.ts";
import { locales } from "../i18n/locales.ts";
import { newOperator } from "../server/access/operator.fixture.ts";
import { toRawTransaction } from "../server/db.ts";
import { switchToOwnDatabase } from "../server/own-database.fixture.ts";
import { DeskRecords } from "../server/submissions/core/desk.fixture.ts";
import { runWebhookSender } from "../server/webhooks/receiver.fixture.ts";
import { type Sent, toItems, toRequest, type Values } from "./n8n-request.fixture.ts";

const { url } = await switchToOwnDatabase(process.env);
Object.assign(process.env, { LOG_LEVEL: "silent", RATE_LIMIT_IP_MAX: "1000", UPSTASH_REDIS_REST_URL: "" });
const { makeApiKey } = await import("../server/access/api-keys.ts");
const { recordWebhookEvents } = await import("../server/queue/webhooks.ts");
const { dispatch } = await import("./dispatch.ts");

const records = new DeskRecords(url);
const credentials = { siteUrl: "", apiKey: "" };
/** The service, and n8n's address for the trigger below /hook. */
const server = createServer(async (incoming, outgoing) => {
  const body = await buffer(incoming);
  if (incoming.url === "/hook") {
    const status = await receiveWebhook(body, incoming.headers);
    return void outgoing.writeHead(status).end();
  }
  const { method = "", headers } = incoming;
  const sent = ["GET", "DELETE"].includes(method) ? undefined : body;
  const answer = await dispatch(
    new Request(`${credentials.siteUrl}${incoming.url}`, {
      method,
      headers: headers as Record<string, string>,
      body: sent,
    }),
  );
  outgoing.writeHead(answer.status, answer.headers).end(answer.body);
}).listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
credentials.siteUrl = `http://127.0.0.1:${port}`;
process.env.INSIDE_HOSTS = `127.0.0.1:${port}`;
afterAll(() => void server.close());

let admin: Admin;
beforeAll(async () => {
  ({ operator: admin } = await newOperator("admin"));
  const asked = { name: "n8n", scopes: [...scopes], days: 30 as const };
  credentials.apiKey = (await makeApiKey(asked, { admin, now: new Date() })).key;
}, 60_000);

const { description } = new Encaje();

async function call(path: string, method: string, query: Values = {}, body?: object): Promise<Response> {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const authorization = new EncajeApi().authenticate.properties.headers.Authorization;
  return fetch(`${credentials.siteUrl}/api${path}${search.size ? `?${search}` : ""}`, {
    method,
    headers: {
      "content-type": "application/json",
      authorization: authorization.replace("=", "").replace("{{$credentials.apiKey}}", credentials.apiKey),
    },
    body: body && method !== "GET" ? JSON.stringify(body) : undefined,
  });
}

const site = { siteUrl: "https://encaje.test", siteName: "Encaje", contactEmail: "hello@encaje.test" };
const documents = [buildOpenApi(site), buildOperatorOpenApi(site)].map((each) => JSON.parse(JSON.stringify(each)));

/** Compares names and required values of a request with the operation in our OpenAPI documents. */
function checkAgainstDocuments({ method, template, query, body }: Sent): void {
  const path = template.replace(/\{\{\$parameter\["(\w+)"\]\}\}/g, "{$1}");
  const document = documents.find(({ paths }) => path in paths);
  const operation = asObject(asObject(document?.paths[path])[method.toLowerCase()]);
  expect({ path, operation }).toMatchObject({ operation: { operationId: expect.any(String) } });
  const inQuery = asList(operation.parameters)
    .map(asObject)
    .filter((each) => each.in === "query");
  expect(inQuery.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(query)));
  const content = asObject(asObject(asObject(operation.requestBody).content)["application/json"]);
  const name = String(asObject(content.schema).$ref).split("/").at(-1) ?? "";
  const schema = asObject(asObject(asObject(document?.components).schemas)[name]);
  expect(Object.keys(asObject(schema.properties))).toEqual(expect.arrayContaining(Object.keys(body)));
  expect(Object.keys(body)).toEqual(expect.arrayContaining(asList(schema.required)));
}

const person = { name: "Rosa Quispe", email: "rosa.quispe@example.com", language: "es" };
const lead = { resource: "lead", userConsent: true, ...person };
const evaluation = {
  ...lead,
  operation: "evaluate",
  role: "Brand manager",
  company: "Café Volcán",
  projectDescription: "A receipt promotion in Guatemala with weekly draws.",
  discoverySource: "A colleague",
  ...Object.fromEntries(questions.map(({ key, options }) => [key, options[1]])),
  additionalFields: { phone: "+502 5555 1234" },
};
const inquiry = {
  ...lead,
  operation: "inquire",
  message: "Do you run prize draws?",
  additionalFields: { topic: "draws" },
};

test("sends requests that match our OpenAPI documents", async () => {
  const { id } = await records.inquiry();
  const cases: [given: Values, status: number][] = [
    [evaluation, 201],
    [inquiry, 201],
    [{ resource: "catalog" }, 200],
    [{ resource: "catalog", filters: { search: "tickets" } }, 200],
    [{ resource: "submission" }, 200],
    [
      { resource: "submission", limit: 5, filters: { status: "open", kind: "inquiry", language: "es", q: "cost" } },
      200,
    ],
    [{ resource: "submission", operation: "get", reference: `Q-${id}` }, 200],
    [{ resource: "submission", operation: "changeStatus", reference: `Q-${id}`, from: "new", to: "in_review" }, 200],
    [
      {
        resource: "submission",
        operation: "changeStatus",
        reference: `Q-${id}`,
        from: "in_review",
        to: "lost",
        additionalFields: { reason: "Budget" },
      },
      200,
    ],
  ];
  const used = new Set<string>();
  for (const [given, status] of cases) {
    const operations = description.properties.find(
      ({ name, displayOptions }) =>
        name === "operation" && displayOptions?.show.resource?.includes(`${given.resource}`),
    );
    const sent = toRequest({ operation: operations?.default, ...given });
    checkAgainstDocuments(sent);
    const answer = await call(sent.path, sent.method, sent.query, sent.body);
    expect({ sent, status: answer.status, text: await answer.clone().text() }).toMatchObject({ status });
    const body = await answer.clone().json();
    expect(await toItems(sent, answer)).toEqual(Array.isArray(body) ? body : (body.submissions ?? [body]));
    used.add(`${given.resource} ${given.operation ?? operations?.default}`);
  }
  const described = description.properties
    .filter(({ name }) => name === "operation")
    .flatMap(({ displayOptions, options = [] }) =>
      options.map((option) => `${displayOptions?.show.resource?.[0]} ${(option as INodePropertyOptions).value}`),
    );
  expect([...used].sort()).toEqual(described.sort());
});

test("sets no consent by default, and shows why the service refuses that", async () => {
  const { userConsent: _, ...given } = inquiry;
  const sent = toRequest(given);
  expect(sent.body).toMatchObject({ channel: "ai_agent", agentName: "n8n", userConsent: false });
  const answer = await call(sent.path, sent.method, {}, sent.body);
  expect({ status: answer.status, body: await answer.clone().json() }).toMatchObject({
    status: 400,
    body: { code: "consent_required" },
  });
  await expect(toItems(sent, answer)).rejects.toThrow(/userConsent must be true/);
});

test("accepts a site URL that ends with a slash", () => {
  const addresses = [description.requestDefaults?.baseURL, new EncajeApi().test.request.baseURL].map((template) => {
    const [, expression = ""] = /^=\{\{(.+)\}\}\/api$/.exec(template ?? "") ?? [];
    const read = new Function("$credentials", `return ${expression}`);
    return ["https://encaje.test", "https://encaje.test//"].map((siteUrl) => read({ siteUrl }));
  });
  expect(addresses.flat()).toEqual(Array.from({ length: 4 }, () => "https://encaje.test"));
});

test("offers our fields, questions, languages, statuses and events", () => {
  const listValues = (name: string, properties: readonly INodeProperties[] = description.properties) =>
    properties.find((each) => each.name === name)?.options?.map((option) => (option as INodePropertyOptions).value);
  const offered = description.properties.flatMap(({ name, options = [] }) => [
    name,
    ...options.map((each) => each.name),
  ]);
  expect(offered).toEqual(expect.arrayContaining([...typedFields.evaluation, ...typedFields.inquiry]));
  expect(listValues("language")).toEqual([...locales]);
  for (const { key, options } of questions) expect(listValues(key)).toEqual([...options]);
  expect(listValues("from")).toEqual([...statuses]);
  expect(listValues("to")).toEqual([...statuses]);
  expect(listValues("events", new EncajeTrigger().description.properties)).toEqual([...webhookTypes]);
});

const trigger = new EncajeTrigger();
const kept: Values = {};
const started: unknown[] = [];
let parameters: Values = {};
const hook = {
  getNodeWebhookUrl: () => `${credentials.siteUrl}/hook`,
  getNodeParameter: (name: string) => parameters[name],
  getNode: () => ({ name: "Encaje Trigger" }),
  getCredentials: async () => ({ ...credentials, siteUrl: `${credentials.siteUrl}/` }),
  getWorkflowStaticData: () => kept,
  helpers: {
    httpRequestWithAuthentication: async (_name: string, request: { method: string; url: string; body?: object }) => {
      const answer = await call(
        request.url.replace(`${credentials.siteUrl}/api`, ""),
        request.method,
        {},
        request.body,
      );
      return { statusCode: answer.status, body: await answer.json() };
    },
  },
} as unknown as IHookFunctions;

async function receiveWebhook(rawBody: Buffer, headers: object): Promise<number> {
  const statuses = [200];
  const context = {
    getBodyData: () => JSON.parse(rawBody.toString()),
    getHeaderData: () => headers,
    getRequestObject: () => ({ rawBody }),
    getResponseObject: () => ({ status: (code: number) => ({ json: () => statuses.push(code) }) }),
    getWorkflowStaticData: () => kept,
  } as unknown as IWebhookFunctions;
  const { workflowData } = await trigger.webhook.call(context);
  started.push(...(workflowData ?? []).flat().map(({ json }) => json));
  return statuses.at(-1) ?? 0;
}

test("runs the trigger only on signed events while it is switched on", async () => {
  const { checkExists, create, delete: end } = trigger.webhookMethods.default;
  parameters = { events: ["submission.created"], withPerson: true };
  expect(await checkExists.call(hook)).toBe(false);
  const { apiKey } = credentials;
  credentials.apiKey = "enc_wrong";
  await expect(create.call(hook)).rejects.toThrow(/valid key/);
  credentials.apiKey = apiKey;
  await create.call(hook);
  expect(await checkExists.call(hook)).toBe(true);
  await records.client.query("UPDATE webhook_endpoints SET paused_at = now(), pause_reason = 'failing'");
  expect(await checkExists.call(hook)).toBe(false);
  await create.call(hook);
  expect(await checkExists.call(hook)).toBe(true);
  expect((await records.client.query("SELECT id FROM webhook_endpoints")).rows).toHaveLength(1);
  const deliver = async () => {
    const ref = await records.inquiry({ name: "Rosa Quispe" });
    await recordWebhookEvents(toRawTransaction(records.client), [
      { ...ref, type: "submission.created", at: new Date() },
    ]);
    await runWebhookSender();
  };
  await deliver();
  expect(started).toEqual([
    {
      id: expect.any(String),
      type: "submission.created",
      timestamp: expect.any(String),
      data: expect.objectContaining({ person: expect.objectContaining({ name: "Rosa Quispe" }) }),
    },
  ]);
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const forged = { "webhook-id": "1", "webhook-timestamp": timestamp, "webhook-signature": "v1,AAAA" };
  const body = Buffer.from('{"type":"submission.created"}');
  expect(await receiveWebhook(body, forged)).toBe(401);
  await end.call(hook);
  expect(kept).toEqual({});
  const { createHmac } = await import("node:crypto");
  const empty = createHmac("sha256", Buffer.from("undefined", "base64")).update(`1.${timestamp}.`).update(body);
  expect(await receiveWebhook(body, { ...forged, "webhook-signature": `v1,${empty.digest("base64")}` })).toBe(401);
  await deliver();
  expect(started).toHaveLength(1);
  expect(await checkExists.call(hook)).toBe(false);
});
