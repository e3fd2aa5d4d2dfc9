import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { lintOpenApi } from "../../e2e/support/redocly.ts";
import {
  answerTable,
  contactTable,
  entryTable,
  evaluationTable,
  type FieldTable,
  type JsonSchema,
  resultTables,
  serviceTable,
  utmSchema,
} from "../../e2e/support/spec-table.ts";
import { asList, asObject } from "../domain/json.ts";
import { parseHandOff } from "../domain/submissions/intake/hand-off.ts";
import { getPathname, getPathnames } from "../i18n/paths.ts";
import { buildOpenApi } from "./openapi.ts";

type Example = { value: unknown };
type Media = { schema: JsonSchema; example?: unknown; examples?: Record<string, Example> };
type Body = { required?: boolean; description?: string; headers?: JsonSchema; content: { "application/json": Media } };
type Parameter = { name: string; in: string; required: boolean; description: string; schema: JsonSchema };
type PathOperation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters?: Parameter[];
  requestBody?: Body;
  responses: Record<string, Body>;
};
type ObjectSchema = JsonSchema & { properties: Record<string, JsonSchema>; required?: string[] };
type Document = {
  openapi: string;
  info: { version: string; description: string };
  externalDocs: { url: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, PathOperation>>;
  components: { schemas: Record<string, ObjectSchema> };
};

const built = buildOpenApi({
  siteUrl: "https://encaje.test",
  siteName: "Encaje",
  contactEmail: "hello@encaje.test",
});
const document: Document = JSON.parse(JSON.stringify(built));
const { schemas } = document.components;
const allOperations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
);
const isBooking = ({ tags }: { tags: string[] }) => tags.includes("Bookings");
const operations = allOperations.filter((operation) => !isBooking(operation));
const bookings = allOperations.filter(isBooking);

function getOperation(operationId: string) {
  const operation = allOperations.find((candidate) => candidate.operationId === operationId);
  if (!operation) throw new Error(`the document has no operation ${operationId}`);
  return operation;
}

/** Returns a schema without descriptions and examples, and with every pattern escaped in the same way. */
function toConstraints(schema: JsonSchema): JsonSchema {
  const removeEscapes = (pattern: unknown) => String(pattern).replaceAll("\\/", "/").replaceAll("\\[", "[");
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (["description", "example", "examples"].includes(key)) return undefined;
    // The largest safe integer is a limit of JSON, not one of the contract.
    if (key === "maximum" && value === Number.MAX_SAFE_INTEGER) return undefined;
    return key === "pattern" ? removeEscapes(value) : value;
  });
}

/** Describes an operation as "operationId: request → status response", by the names of the schemas. */
function describeShape({ operationId, requestBody, responses }: PathOperation): string {
  const [status = "", answer] = Object.entries(responses).find(([key]) => key.startsWith("2")) ?? [];
  const schema = answer?.content["application/json"].schema ?? {};
  const readRefName = (part: unknown) => String(asObject(part).$ref).split("/").at(-1);
  const output = schema.type === "array" ? `${readRefName(schema.items)}[]` : readRefName(schema);
  const input = requestBody?.required ? readRefName(requestBody.content["application/json"].schema) : "nothing";
  return `${operationId}: ${input} → ${status} ${output}`;
}

function expectFields(component: string, table: FieldTable) {
  const { properties, required = [] } = schemas[component] ?? { properties: {} };
  expect(Object.keys(properties).sort()).toEqual(Object.keys(table).sort());
  const requiredInTable = Object.keys(table).filter((name) => table[name]?.required);
  expect([...required].sort()).toEqual(requiredInTable.sort());
  for (const [name, { schema }] of Object.entries(table)) {
    expect({ [name]: toConstraints(properties[name] ?? {}) }).toEqual({ [name]: toConstraints(schema) });
  }
}

describe("the OpenAPI document", () => {
  it("uses OpenAPI 3.1.0 and places all operations below /api", () => {
    expect(document.openapi).toBe("3.1.0");
    expect(document.info.version).toBe("1.1.0");
    expect(document.servers.map(({ url }) => url)).toEqual(["https://encaje.test/api"]);
  });

  it("has only the operations of the contract, of practice and of bookings", () => {
    const found = operations.map(({ method, path, ...rest }) => `${method} ${path} ${describeShape(rest)}`);
    expect(found.sort()).toEqual([
      "get /catalog listCatalogApis: nothing → 200 ApiCatalogEntry[]",
      "get /catalog/{slug} getCatalogApi: nothing → 200 ApiCatalogEntry",
      "get /healthz healthCheck: nothing → 200 HealthStatus",
      "post /leads/contact submitContact: ContactInput → 201 SubmissionResult",
      "post /leads/evaluate submitEvaluation: EvaluationInput → 201 EvaluationResult",
      "post /practice/leads/contact practiceContact: ContactInput → 201 SubmissionResult",
      "post /practice/leads/evaluate practiceEvaluation: EvaluationInput → 201 EvaluationResult",
    ]);
  });

  it("documents an idempotency key in header and query for each submission", () => {
    const schema = { type: "string", pattern: "^([A-Za-z0-9_-]{16,64})?$" };
    for (const name of ["submitEvaluation", "submitContact"]) {
      const { parameters = [] } = getOperation(name);
      expect(parameters).toMatchObject([
        { name: "Idempotency-Key", in: "header", required: false, example: "", schema },
        { name: "idempotencyKey", in: "query", required: false, example: "", schema },
      ]);
      for (const { description } of parameters) {
        expect(description).toContain("the same value for every attempt at this submission");
      }
    }
  });

  it("has no parameters beyond those of the contract", () => {
    const found = operations
      .flatMap(({ operationId, parameters = [] }) =>
        parameters.map((parameter) => ({ operationId, ...parameter, description: "" })),
      )
      .filter(({ name }) => !/^idempotency-?key$/i.test(name));
    expect(found).toEqual([
      expect.objectContaining({ operationId: "listCatalogApis", name: "search", in: "query", required: false }),
      expect.objectContaining({ operationId: "getCatalogApi", name: "slug", in: "path", required: true }),
    ]);
    expect(found.map(({ schema }) => schema)).toEqual([{ type: "string" }, { type: "string" }]);
    // Generated forms would send an `example` as a search that nobody typed.
    expect(found.filter((parameter) => "example" in parameter)).toEqual([]);
  });

  it("documents the headers of every response to a submission and to a booking", () => {
    for (const { responses } of allOperations.filter(({ method }) => method === "post")) {
      for (const [status, { headers = {} }] of Object.entries(responses)) {
        if (status === "405") continue;
        expect(Object.keys(headers)).toEqual(expect.arrayContaining(["RateLimit", "RateLimit-Policy"]));
        expect("Invalid-Fields" in headers).toBe(status === "400");
      }
    }
  });

  it("has the three operations of bookings, with the receipt as a header", () => {
    const parameters = bookings.map(({ parameters = [], method, path, ...operation }) => [
      `${method} ${path}`,
      describeShape(operation),
      ...parameters.map((each) => `${each.in} ${each.name}${each.required ? "" : "?"}`),
    ]);
    expect(parameters).toEqual([
      [
        "get /submissions/{reference}",
        "lookUpSubmission: nothing → 200 SubmissionState",
        "path reference",
        "header Submission-Receipt",
      ],
      [
        "get /submissions/{reference}/times",
        "listTimes: nothing → 200 FreeTimes",
        "path reference",
        "query timeZone?",
        "header Submission-Receipt",
      ],
      [
        "post /submissions/{reference}/booking",
        "bookTime: BookingInput → 201 BookingResult",
        "path reference",
        "header Submission-Receipt",
      ],
    ]);
    expect(Object.keys(schemas.BookingInput?.properties ?? {})).toEqual(["start", "timeZone", "userConsent"]);
    const statuses = bookings.map(({ responses }) => Object.keys(responses).join(" "));
    expect(statuses).toEqual([
      "200 400 404 405 429 503",
      "200 400 404 405 429 503",
      "201 400 404 405 409 413 415 429 503",
    ]);
  });

  it("documents the receipt and its use only in the 201 of a submission", () => {
    const withReceipt = allOperations.filter(({ responses }) => {
      const { headers = {} } = responses["201"] ?? {};
      return "Submission-Receipt" in headers && "Location" in headers;
    });
    expect(withReceipt.map(({ operationId }) => operationId)).toEqual(["submitEvaluation", "submitContact"]);
  });

  it("keeps its texts within the limits of GPT Actions", () => {
    for (const { summary, description, parameters = [] } of allOperations) {
      expect(summary.length).toBeLessThanOrEqual(300);
      expect(description.length).toBeLessThanOrEqual(300);
      for (const parameter of parameters) expect(parameter.description.length).toBeLessThanOrEqual(700);
    }
  });

  it("passes Redocly's recommended rules", async () => {
    expect(await lintOpenApi(document)).toEqual({ errors: 0, problems: [] });
  });

  it("describes a hand-off link with a working example", () => {
    const { description } = document.info;
    for (const page of ["/evaluation", "/contact"] as const) {
      const { en, es } = getPathnames(page);
      expect(description).toContain(`https://encaje.test${en}`);
      expect(description).toContain(es);
    }
    const [, link = ""] = / (https:\S+#\S+)$/.exec(description) ?? [];
    const { search, hash } = new URL(link);
    expect(parseHandOff("evaluation", search, hash)).toEqual({
      values: { budget: "over_20k", name: "Ana" },
      assistant: "ChatGPT",
    });
    expect(document.externalDocs.url).toBe(`https://encaje.test${getPathname({ href: "/developers", locale: "en" })}`);
  });

  it("reveals neither scores nor thresholds", () => {
    const text = JSON.stringify(document);
    expect(text).not.toMatch(/threshold|cut-?off|FIT_|reviewMin|qualifiedMin|"score"/i);
    expect(text).not.toMatch(/\b(1[0-8]|\d) points?\b|sum of/i);
  });
});

describe("the bounds in the OpenAPI document", () => {
  it.each([
    ["EvaluationInput", evaluationTable],
    ["ContactInput", contactTable],
    ["ApiCatalogEntry", entryTable],
    ["ApiCatalogService", serviceTable],
    ...Object.entries(resultTables),
  ])("has the bounds of the specification for %s", (component, table) => expectFields(component, table));

  it("has the bounds of the specification for EvaluationAnswersByKey", () => {
    const fields = answerTable.map(([key, options]) => [
      key,
      { required: true, schema: { type: "string", enum: options } },
    ]);
    expectFields("EvaluationAnswersByKey", Object.fromEntries(fields));
    expect(Object.keys(schemas.EvaluationAnswersByKey?.properties ?? {})).toEqual(answerTable.map(([key]) => key));
  });

  it("has the bounds of the specification for UtmParams", () => {
    expect(toConstraints(schemas.UtmParams ?? {})).toEqual(utmSchema);
  });

  it("has no components beyond those of the specification and of bookings", () => {
    const expected = ["EvaluationInput", "ContactInput", "ApiCatalogEntry", "ApiCatalogService"];
    const names = [...expected, "EvaluationAnswersByKey", "UtmParams", ...Object.keys(resultTables)];
    names.push("BookingInput", "BookingResult", "FreeTime", "FreeTimes", "SubmissionState");
    expect(Object.keys(schemas).sort()).toEqual(names.sort());
  });
});

describe("the examples in the OpenAPI document", () => {
  it("shows the reply time that the service promises in its examples", () => {
    const site = { siteUrl: "https://encaje.test", siteName: "Encaje", contactEmail: "hello@encaje.test" };
    const text = JSON.stringify(buildOpenApi({ ...site, reviewMessage: "A reply within 5 hours." }));
    expect(text).toContain('"message":"A reply within 5 hours."');
    expect(text).not.toContain("48 hours");
  });

  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema(document, "document");

  function findFaults(pointer: string, value: unknown): string {
    const isValid = ajv.validate({ $ref: `document${pointer}` }, value);
    return isValid ? "" : ajv.errorsText();
  }

  const media = allOperations.flatMap(({ operationId, requestBody, responses }) => [
    ...(requestBody ? [{ place: `${operationId} request`, media: requestBody.content["application/json"] }] : []),
    ...Object.entries(responses).map(([status, { content }]) => ({
      place: `${operationId} ${status}`,
      media: content["application/json"],
    })),
  ]);
  const examples = media.flatMap(({ place, media: { schema, example, examples: named = {} } }) =>
    [...Object.values(named).map(({ value }) => value), ...(example === undefined ? [] : [example])].map((value) => ({
      place,
      schema,
      value,
    })),
  );

  it("has only examples that match their schema", () => {
    expect(examples.length).toBeGreaterThan(10);
    for (const { place, schema, value } of examples) {
      const pointer = String(schema.type === "array" ? asObject(schema.items).$ref : schema.$ref);
      for (const item of schema.type === "array" ? asList(value) : [value]) {
        expect({ place, faults: findFaults(pointer, item) }).toEqual({ place, faults: "" });
      }
    }
  });

  it("has an example for each request and response", () => {
    const shown = new Set(examples.map(({ place }) => place));
    expect(media.filter(({ place }) => !shown.has(place))).toEqual([]);
  });

  it("gives the request and response examples of a route the same name", () => {
    const { requestBody, responses } = getOperation("submitEvaluation");
    const routes = Object.keys(responses["201"]?.content["application/json"].examples ?? {});
    expect(routes).toEqual(["qualified", "review", "redirect"]);
    expect(Object.keys(requestBody?.content["application/json"].examples ?? {})).toEqual([...routes, "web"]);
  });

  it.each([
    ["submitEvaluation", ["agent_name_required", "answers_required", "consent_required"]],
    ["submitContact", ["agent_name_required", "consent_required"]],
  ])("has an error example for each error code of %s", (operationId, codes) => {
    const { responses } = getOperation(operationId);
    const listCodes = (status: string) =>
      Object.values(responses[status]?.content["application/json"].examples ?? {})
        .flatMap(({ value }) => asObject(value).code ?? [])
        .sort();
    expect(listCodes("400")).toEqual(codes);
    expect(listCodes("429")).toEqual(["rate_limited"]);
    expect(Object.keys(responses["429"]?.headers ?? {})).toContain("Retry-After");
    expect(Object.keys(responses).sort()).toEqual(["201", "400", "409", "413", "415", "429", "503"]);
  });

  it("documents no repeated key and no outage for the practice operations", () => {
    const { responses } = getOperation("practiceEvaluation");
    expect(Object.keys(responses).sort()).toEqual(["201", "400", "413", "415", "429"]);
    for (const { headers = {} } of Object.values(responses)) expect(Object.keys(headers)).toContain("Practice");
  });

  it("uses the ApiError schema for each error", () => {
    const errors = media.filter(({ place }) => / [45]/.test(place));
    expect(errors.length).toBeGreaterThan(10);
    for (const { media: error } of errors) expect(error.schema).toEqual({ $ref: "#/components/schemas/ApiError" });
    expect(Object.keys(getOperation("getCatalogApi").responses)).toContain("404");
  });
});
