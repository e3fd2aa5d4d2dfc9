import { asList, asObject, isJsonObject, type JsonObject } from "../../json.ts";
import { asMarkdown, asName, bounds, listEntries, type Source } from "./bounds.ts";
import { type Shown, toBodyView, toResponseView } from "./content.ts";
import { toCurl } from "./curl.ts";
import { type FoundOperation, follow } from "./document.ts";
import type { OperationView, ParameterView } from "./model.ts";
import { toPropertyView } from "./schema.ts";
import { listAlternatives } from "./security.ts";
import { modernize } from "./swagger.ts";

export type ReferenceSetting = {
  /** URL of the first server; may be empty. */
  server: string;
  isSwagger: boolean;
};

/** `rows` is the number of rows that this operation may use from the budget. */
export function toOperationView(
  source: Source,
  found: FoundOperation,
  id: string,
  rows: number,
  { server, isSwagger }: ReferenceSetting,
): OperationView {
  const { method, path, item, isWebhook } = found;
  const operation = isSwagger ? modernize(source, found.operation, item.parameters) : found.operation;
  const own: Source = { document: source.document, budget: { ...source.budget, rows } };
  const parameters = isSwagger ? listParameters(own, operation, {}) : listParameters(own, operation, item);
  const shownParameters = parameters.slice(0, bounds.parameters);
  const responses = Object.entries(asObject(operation.responses));
  const shown: Shown = new Map();
  const security = operation.security ?? source.document.security;
  const view: OperationView = {
    id,
    operationId: asName(operation.operationId),
    method,
    path,
    isWebhook,
    summary: asName(operation.summary ?? item.summary, bounds.summaryCharacters),
    description: asMarkdown(operation.description ?? item.description),
    isDeprecated: operation.deprecated === true,
    security: operation.security === undefined ? null : listAlternatives(operation.security),
    parameters: shownParameters.map((parameter) => toParameterView(own, parameter)),
    moreParameters: parameters.length - shownParameters.length,
    body: toBodyView(own, operation.requestBody),
    responses: responses
      .slice(0, bounds.responses)
      .map(([status, response]) => toResponseView(own, status, response, shown)),
    moreResponses: Math.max(0, responses.length - bounds.responses),
    curl: isWebhook ? "" : toCurl(own, { method, path, server, operation, parameters: shownParameters, security }),
  };
  source.budget.characters = own.budget.characters - view.curl.length;
  source.budget.steps = own.budget.steps;
  return view;
}

/** Lists the parameters of an operation and its path; the operation's own override those of the path. */
function listParameters(source: Source, operation: JsonObject, item: JsonObject): JsonObject[] {
  const all = [operation.parameters, item.parameters].flatMap((list) =>
    asList(list)
      .slice(0, bounds.parameters * 2)
      .map((value) => follow(source, value))
      .filter(isJsonObject),
  );
  const toKey = ({ in: place, name }: JsonObject) => `${asName(place, 20)} ${asName(name)}`;
  const byKey = new Map<string, JsonObject>();
  for (const parameter of all) if (!byKey.has(toKey(parameter))) byKey.set(toKey(parameter), parameter);
  return [...byKey.values()];
}

function toParameterView(source: Source, parameter: JsonObject): ParameterView {
  const [content] = listEntries(parameter.content, 1);
  const schema = parameter.schema ?? asObject(content?.[1]).schema;
  const view = toPropertyView(source, asName(parameter.name), schema, parameter.required === true);
  return { ...view, in: asName(parameter.in, 20), description: asMarkdown(parameter.description) || view.description };
}
