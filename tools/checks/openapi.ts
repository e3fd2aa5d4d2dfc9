// `npm run check -- openapi`: lets other programs read the OpenAPI document. The check installs them itself.
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { requestExamples } from "../../lib/contract/examples.ts";
import {
  buildOperatorOpenApi,
  operatorRequestExamples as operatorRequests,
} from "../../lib/contract/operator-openapi.ts";
import { operatorOperations } from "../../lib/contract/operator-operations.ts";
import { evaluationFields } from "../../lib/domain/submissions/core/schema.ts";
import { document } from "../clients.ts";
import { expectTrue, hasPassed, installPackages, runCheck, runInstalled } from "../run-check.ts";

const programs = [
  "@devlikeapro/n8n-openapi-node@0.1.4",
  "@hey-api/openapi-ts@0.99.0",
  "@stoplight/spectral-cli@6.16.3",
  "openapi-to-postmanv2@6.3.3",
  // A peer dependency of hey-api.
  "typescript@5.9.3",
];
const operatorDocument = buildOperatorOpenApi({
  siteUrl: "https://encaje.example",
  siteName: "Encaje",
  contactEmail: "hello@encaje.example",
});
const folder = await installPackages("openapi", programs);
const load = createRequire(path.join(folder, "package.json"));
const fields = Object.keys(evaluationFields).sort();

const checks: [title: string, isRight: () => Promise<boolean>][] = [
  [
    "spectral: no error and no warning",
    () => isAccepted("spectral", "lint", "--fail-severity", "warn", "openapi.json"),
  ],
  ["hey-api: whole bodies, nothing sent unasked", checkHeyApi],
  ["Postman: whole body from the schema", async () => hasEveryField(await convertToPostman("Schema"))],
  ["Postman: first example", async () => isFirstExample(await convertToPostman("Example"))],
  ["n8n: whole bodies, no consent and no search unasked", checkN8n],
  [
    "spectral, operators' document: no error and no warning",
    () => isAccepted("spectral", "lint", "--fail-severity", "warn", "operators.json"),
  ],
  [
    "hey-api, operators' document: a client and schemas",
    () => isAccepted("openapi-ts", "-i", "operators.json", "-o", "operators", "-p", "@hey-api/typescript", "zod"),
  ],
  ["Postman, operators' document: every operation, with its example", checkOperatorsInPostman],
  ["n8n, operators' document: every operation", checkOperatorsInN8n],
];

await runCheck(
  async () => {
    fs.writeFileSync(path.join(folder, "openapi.json"), JSON.stringify(document));
    fs.writeFileSync(path.join(folder, "operators.json"), JSON.stringify(operatorDocument));
    fs.writeFileSync(path.join(folder, ".spectral.yaml"), "extends: ['spectral:oas']\n");
    for (const [title, isRight] of checks) expectTrue(title, await isRight());
    return hasPassed();
  },
  { minutes: 5 },
);

async function isAccepted(program: string, ...args: string[]): Promise<boolean> {
  const { isDone, output } = await runInstalled(folder, program, args);
  if (!isDone) console.log(output);
  return isDone;
}

async function checkHeyApi(): Promise<boolean> {
  if (!(await isAccepted("openapi-ts", "-i", "openapi.json", "-o", "hey", "-p", "@hey-api/typescript", "zod")))
    return false;
  const schemas = fs.readFileSync(path.join(folder, "hey", "zod.gen.ts"), "utf8");
  const [, properties = ""] = /zEvaluationInput = z\.object\(\{([\s\S]*?)^\}\)/m.exec(schemas) ?? [];
  const names = [...properties.matchAll(/^ {4}(\w+):/gm)].map(([, name = ""]) => name);
  return isDeepStrictEqual(names.sort(), fields) && !/\.default\(|intersection|unknown/.test(properties);
}

async function convertToPostman(resolution: "Schema" | "Example"): Promise<unknown> {
  const requests = await listPostmanRequests(document, resolution);
  const evaluation = requests.find(({ url }) => url.path.join("/") === "leads/evaluate");
  return JSON.parse(evaluation?.body?.raw ?? "{}");
}

function listPostmanRequests(
  source: object,
  requestParametersResolution: "Schema" | "Example",
): Promise<PostmanRequest[]> {
  const { convert } = load("openapi-to-postmanv2");
  return new Promise((resolve) => {
    const data = structuredClone(source);
    convert({ type: "json", data }, { requestParametersResolution }, (_error: unknown, { output }: Postman) =>
      resolve(output[0].data.item.flatMap(listRequests)),
    );
  });
}

async function checkOperatorsInPostman(): Promise<boolean> {
  const requests = await listPostmanRequests(operatorDocument, "Example");
  const bodies = requests.flatMap(({ body }) => (body?.raw ? [JSON.parse(body.raw)] : []));
  const examples = Object.values(operatorRequests);
  const isSent = (example: object) => bodies.some((body) => isDeepStrictEqual(body, example));
  return requests.length === Object.keys(operatorOperations).length && examples.every(isSent);
}

type PostmanRequest = { url: { path: string[] }; body?: { raw: string } };
type PostmanItem = { item: PostmanItem[] } | { request: PostmanRequest };
type Postman = { output: [{ data: { item: PostmanItem[] } }] };

function listRequests(item: PostmanItem): PostmanRequest[] {
  return "request" in item ? [item.request] : item.item.flatMap(listRequests);
}

function hasEveryField(body: unknown): boolean {
  const { userConsent, ...others } = body as Record<string, unknown>;
  return isDeepStrictEqual([...Object.keys(others), "userConsent"].sort(), fields) && userConsent !== true;
}

function isFirstExample(body: unknown): boolean {
  return isDeepStrictEqual(body, requestExamples.submitEvaluation.qualified.value);
}

async function checkOperatorsInN8n(): Promise<boolean> {
  const text = JSON.stringify(buildN8n(operatorDocument));
  return Object.values(operatorOperations).every(({ summary }) => text.includes(summary));
}

function buildN8n<Property>(source: object): Property[] {
  const { N8NPropertiesBuilder } = load("@devlikeapro/n8n-openapi-node");
  const log = { child: () => log, trace() {}, debug() {}, info() {}, warn() {}, error: console.error };
  return new N8NPropertiesBuilder(source, { logger: log }).build();
}

/** Expects every field of evaluations, and no preset consent or search. Leaves out bookings, which allow only true. */
async function checkN8n(): Promise<boolean> {
  type Property = { name: string; default: unknown; routing?: { send?: { type: string } }; displayOptions?: object };
  const properties = buildN8n<Property>(document);
  const ofEvaluation = properties.filter(
    ({ routing, displayOptions }) =>
      routing?.send?.type === "body" && /"Submit Evaluation"/.test(JSON.stringify(displayOptions)),
  );
  const defaults = Object.fromEntries(ofEvaluation.map(({ name, default: value }) => [name, value]));
  return (
    isDeepStrictEqual(Object.keys(defaults).sort(), fields) &&
    defaults.userConsent === false &&
    properties.find(({ name }) => name === "search")?.default === ""
  );
}
