// Journeys of programs through the OpenAPI document, the MCP server and the Markdown pages.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Ajv2020 } from "ajv/dist/2020.js";
import { conventions, pick, type Reader } from "./convention-reader.ts";

/** Words in titles and link texts that match the person's goal. */
export const goals = {
  evaluate: /evaluat|evalu(ar|e)\b|evaluación/i,
  inquire: /inquiry|question to|contact|write to|contacto|escr[ií]b/i,
  browse: /catalog|catálogo/i,
};
export type Goal = keyof typeof goals;
export type Journey = (goal: Goal, reader: Reader) => Promise<void>;

type Schema = { [keyword: string]: unknown } & Partial<{
  $ref: string;
  type: string;
  enum: unknown[];
  properties: Record<string, Schema>;
  required: string[];
  minLength: number;
  maxLength: number;
  pattern: string;
  description: string;
}>;
type Media = { "application/json"?: { schema: Schema; examples?: Record<string, { summary?: string; value: Json }> } };
type Json = Record<string, unknown>;
type Operation = {
  summary: string;
  tags: string[];
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Media };
  responses: Record<string, { content?: Media }>;
};
type OpenApi = {
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};
type Listed = { path: string; method: string; operation: Operation };

const ajv = () => new Ajv2020({ strict: false, validateFormats: false });

/** Returns whether the schema is an enum that includes this language. */
const isLanguage = ({ enum: values = [] }: Schema, language: string) => values.includes(language);

/** Writes the person's text. It is unique, because a submission with the same text would count as a repeat. */
const writeText = (reader: Reader) =>
  reader.language === "es"
    ? `Un sorteo con tickets en tres países, ${Date.now()}.`
    : `A promotion with receipts in three countries, ${Date.now()}.`;

async function openContract(reader: Reader) {
  const home = await reader.request(new URL(conventions.home, reader.origin).href);
  const address = reader.findLink(home, "service-desc", "application/json");
  const document = await reader.requestJson<OpenApi>(address);
  const [server] = document.servers;
  if (!server) throw new Error("The document has no server.");
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Listed => ({ path, method: method.toUpperCase(), operation })),
  );
  // Skip practice operations, which say so in their summary.
  const real = operations.filter(({ operation }) => !/practi[cs]e|without effect/i.test(operation.summary));
  const validator = ajv().addSchema(document, "contract");
  const resolve = (schema: Schema): Schema =>
    schema.$ref ? (document.components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}) : schema;
  const check = (schema: Schema, value: unknown) => {
    const whole = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"contract#/'));
    if (!validator.validate(whole, value)) throw new Error(`Not as described: ${validator.errorsText()}`);
  };
  const toUrl = (path: string) => reader.recordSource(new URL(server.url + path, address).href, `paths of ${address}`);
  return { operations: real, resolve, check, toUrl };
}

function getJsonMedia(content: Media | undefined) {
  const media = content?.["application/json"];
  if (!media) throw new Error("The documentation describes no JSON.");
  return media;
}

/** Takes an assistant's example from the OpenAPI document, in the reader's language and with the reader's text. */
function prepareBody(operation: Operation, resolve: (schema: Schema) => Schema, reader: Reader): Json {
  const { schema, examples = {} } = getJsonMedia(operation.requestBody?.content);
  const properties = Object.entries(resolve(schema).properties ?? {});
  const ofAssistants = Object.values(examples).filter(({ summary = "" }) => /assistant/i.test(summary));
  const isOwn = ({ value }: { value: Json }) => Object.values(value).includes(reader.language);
  const { value } = ofAssistants.find(isOwn) ?? pick(ofAssistants, "an example by an assistant", () => true);
  const changes = properties.flatMap(([name, property]) => {
    const { maxLength = 0, ...rest } = resolve(property);
    if (isLanguage(rest, reader.language)) return [[name, reader.language]];
    return name in value && maxLength >= 1_000 ? [[name, writeText(reader)]] : [];
  });
  return { ...value, ...Object.fromEntries(changes) };
}

export const byOpenApi: Journey = async (goal, reader) => {
  const { operations, resolve, check, toUrl } = await openContract(reader);
  const respond = async ({ path, method, operation }: Listed, body?: Json) => {
    const init = body ? { body: JSON.stringify(body) } : {};
    const { status, text } = await reader.request(toUrl(path), { method, ...init });
    const value: unknown = JSON.parse(text);
    check(getJsonMedia(operation.responses[status]?.content).schema, value);
    return value;
  };
  if (goal !== "browse") {
    const found = pick(
      operations,
      goal,
      ({ method, operation }) => method === "POST" && goals[goal].test(operation.summary),
    );
    const body = prepareBody(found.operation, resolve, reader);
    check(getJsonMedia(found.operation.requestBody?.content).schema, body);
    reader.note(`answered: ${JSON.stringify(await respond(found, body))}`);
    return;
  }
  const reading = operations.filter(
    ({ method, operation }) => method === "GET" && operation.tags.some((tag) => goals.browse.test(tag)),
  );
  const isDetail = ({ operation }: Listed) => operation.parameters?.some(({ in: place }) => place === "path") ?? false;
  const list = (await respond(pick(reading, "a list", (each) => !isDetail(each)))) as Json[];
  const detail = pick(reading, "one entry", isDetail);
  for (const item of list.slice(0, 2)) {
    const path = detail.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(item[name])));
    const entry = (await respond({ ...detail, path })) as Json;
    // By convention, the names of translated fields end with the language.
    const suffix = reader.language.replace(/^./, (letter) => letter.toUpperCase());
    const own = Object.entries(entry).filter(([name, value]) => name.endsWith(suffix) && typeof value === "string");
    reader.note(`read: ${pick(own, "a text in the language", () => true)[1]}`);
  }
};

type Tool = Awaited<ReturnType<Client["listTools"]>>["tools"][number];

/** Makes a valid value for the schema, using the example in its description. */
function makeValue(schema: Schema, reader: Reader): unknown {
  if (schema.enum) {
    if (isLanguage(schema, reader.language)) return reader.language;
    return schema.enum[Math.floor(schema.enum.length / 2)];
  }
  if (schema.type === "object") return makeObject(schema, reader);
  if (schema.type === "boolean") return true;
  const { description = "", maxLength = 1_000 } = schema;
  const [like, such] = [/\b(?:like|such as) (\S+@[\w.]+\w)/, /\bsuch as ([\w ]+)/].map(
    (shape) => shape.exec(description)?.[1],
  );
  const isRight = ajv().compile(schema);
  const values = [like, maxLength >= 1_000 ? writeText(reader) : such, writeText(reader)].map((value) =>
    value?.slice(0, maxLength),
  );
  return pick(values, `a value for: ${description}`, (value) => value !== undefined && isRight(value));
}

function makeObject({ properties = {}, required = [] }: Schema, reader: Reader): Json {
  const demanded = Object.entries(properties).filter(([name]) => required.includes(name));
  return Object.fromEntries(demanded.map(([name, property]) => [name, makeValue(property, reader)]));
}

export const byMcp: Journey = async (goal, reader) => {
  type Catalog = { entries: { type: string; url: string }[] };
  const catalogUrl = new URL(conventions.aiCatalog, reader.origin).href;
  const { entries } = await reader.requestJson<Catalog>(catalogUrl);
  const { url: cardUrl } = pick(entries, "a server card", ({ type }) => /mcp-server-card/.test(type));
  type Card = { remotes: { type: string; url: string }[] };
  const { remotes } = await reader.requestJson<Card>(reader.recordSource(cardUrl, catalogUrl));
  const { url } = pick(remotes, "a remote server", ({ type }) => type === "streamable-http");
  reader.recordSource(url, cardUrl);

  const client = new Client(
    { name: "conventions", version: "1.0.0" },
    { versionNegotiation: { mode: "auto" }, capabilities: { elicitation: { form: {} } } },
  );
  client.setRequestHandler("elicitation/create", ({ params }) => {
    reader.note(`the person is asked: ${params.message.replace(/\s+/g, " ").slice(0, 100)}…`);
    const asked = "requestedSchema" in params ? (params.requestedSchema as Schema) : {};
    return { action: "accept", content: makeObject(asked, reader) as Record<string, boolean> };
  });
  reader.noteStep("connects to", url);
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  try {
    const { tools } = await client.listTools();
    reader.note(`tools: ${tools.map(({ name }) => name).join(", ")}`);
    const call = async ({ name }: Tool, given: Json) => {
      reader.note(`calls ${name} with ${Object.keys(given).join(", ") || "nothing"} (from: its input schema)`);
      const { content, isError } = await client.callTool({ name, arguments: given });
      const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
      if (isError) throw new Error(text);
      return text;
    };
    const isReading = ({ annotations }: Tool) => annotations?.readOnlyHint === true;
    if (goal !== "browse") {
      const tool = pick(tools, goal, (each) => !isReading(each) && goals[goal].test(each.title ?? ""));
      reader.note(`answered: ${await call(tool, makeObject(tool.inputSchema as Schema, reader))}`);
      return;
    }
    const search = pick(tools, "a search", (each) => isReading(each) && goals.browse.test(each.title ?? ""));
    const listed = await call(search, {});
    const getOne = pick(
      tools,
      "one entry",
      (each) => isReading(each) && (each.inputSchema.required?.length ?? 0) === 1,
    );
    const [argument = ""] = getOne.inputSchema.required ?? [];
    // Use the first listed entry's value of the property with the argument's name.
    const value = new RegExp(`"${argument}":"([^"]+)"`).exec(listed)?.[1] ?? "";
    reader.note(`read: ${(await call(getOne, { [argument]: value })).slice(0, 120)}…`);
    const { resources } = await client.listResources();
    const own = resources.filter(({ uri }) => uri.split("/").includes(reader.language));
    const { uri } = pick(own, "a resource in the language", (each) => each.uri.includes(value));
    const { contents } = await client.readResource({ uri });
    const [resource] = contents;
    reader.note(`read ${uri}: ${resource && "text" in resource ? resource.text.split("\n", 1)[0] : ""}`);
  } finally {
    await client.close();
  }
};

const markdown = "text/markdown";

async function requestMarkdown(reader: Reader, address: string) {
  const page = await reader.request(address, { accept: `${markdown}, */*;q=0.1` });
  if (!page.type.startsWith(markdown)) throw new Error(`${page.url} is not Markdown: ${page.type}`);
  return page;
}

/** Follows the home page's link whose text matches the goal. */
export async function followMarkdownLink(goal: Goal, reader: Reader) {
  const home = await requestMarkdown(reader, new URL(conventions.home, reader.origin).href);
  const { address } = pick(reader.listLinks(home), `a link to ${goal}`, ({ name }) => goals[goal].test(name));
  return requestMarkdown(reader, address);
}

export const byMarkdown: Journey = async (goal, reader) => {
  const catalog = await followMarkdownLink(goal, reader);
  const entries = reader.listLinks(catalog).slice(0, 2);
  for (const { address } of entries) {
    const entry = await requestMarkdown(reader, address);
    const addresses = [...entry.text.matchAll(/: (https?:\S+)$/gm)].map(([, found = ""]) => found);
    const spec = reader.recordSource(
      pick(addresses, "a specification", (found) => found.endsWith(".json")),
      entry.url,
    );
    reader.note(
      `read: ${entry.text.split("\n", 1)[0]}, with ${Object.keys(await reader.requestJson<Json>(spec)).join(", ")}`,
    );
  }
};

/** Expects pages of the language in llms.txt to be Markdown and allowed by robots.txt. */
export const byIndex: Journey = async (_goal, reader) => {
  const robots = await reader.request(new URL(conventions.robots, reader.origin).href);
  const refused = [...robots.text.matchAll(/^Disallow: (\S+)$/gm)].map(([, path = ""]) => path);
  const index = await reader.request(new URL(conventions.llms, reader.origin).href);
  const links = reader.listLinks(index).map(({ address }) => address);
  const own = links.filter((address) => new URL(address).pathname.split(/[/.]/)[1] === reader.language);
  for (const address of own.slice(0, 6)) {
    const { pathname } = new URL(address);
    if (refused.some((path) => pathname.startsWith(path))) throw new Error(`robots.txt refuses ${pathname}`);
    const page = await requestMarkdown(reader, address);
    reader.note(`read: ${page.text.split("\n", 1)[0]}`);
  }
  type Linkset = { linkset: { item?: { href: string }[] }[] };
  const { linkset } = await reader.requestJson<Linkset>(new URL(conventions.apiCatalog, reader.origin).href);
  reader.note(`the API catalog lists ${linkset.flatMap(({ item = [] }) => item).length} APIs`);
};
