import { asList, isJsonObject, type JsonObject, mapValues } from "../../json.ts";
import type { OpenedDocument } from "../reference/bounds.ts";
import { dereference, methods } from "../reference/document.ts";
import { isBodyParameter } from "../reference/swagger.ts";

/**
 * Rewrites a Swagger 2.0 document so that the converter loses nothing:
 *
 * - Gives each operation its own body or form, because the converter would lose shared ones and those of a path.
 * - Removes empty lists of media types, because the converter would drop the schemas with them.
 * - Removes `schemes`, which the converter would keep although OpenAPI 3 has no such property.
 */
export function prepareSwagger(spec: JsonObject): JsonObject {
  const source = { document: spec };
  const prepared = withoutEmptyTypes(spec.host ? { ...spec } : omitSchemes(spec));
  if (isJsonObject(spec.paths)) prepared.paths = mapValues(spec.paths, (item) => toPathItem(source, item));
  if (isJsonObject(spec.parameters)) {
    const others = Object.entries(spec.parameters).filter(
      ([, parameter]) => !isBodyParameter(dereference(source, parameter)),
    );
    prepared.parameters = Object.fromEntries(others);
  }
  return prepared;
}

function toPathItem(source: OpenedDocument, given: unknown): unknown {
  const found = dereference(source, given);
  if (!isJsonObject(given) || !isJsonObject(found)) return given;
  const { $ref: _, ...beside } = given;
  const item: JsonObject = { ...found, ...beside };
  const shared = listParameters(source, item);
  const bodyParts = shared.filter(isBodyParameter);
  const changed = mapValues(item, (member, name) =>
    methods.includes(name) && isJsonObject(member) ? toOperation(source, member, bodyParts) : member,
  );
  if (bodyParts.length) changed.parameters = shared.filter((parameter) => !isBodyParameter(parameter));
  return changed;
}

/**
 * Adds the path's body and form parameters, unless the operation's own replace them: a body and a form exclude each
 * other.
 */
function toOperation(source: OpenedDocument, operation: JsonObject, ofPath: JsonObject[]): JsonObject {
  const own = listParameters(source, operation);
  const overrides = ({ in: place, name }: JsonObject) =>
    own.filter(isBodyParameter).some((part) => part.in !== place || place === "body" || part.name === name);
  const parameters = [...own, ...ofPath.filter((part) => !overrides(part))];
  const isChanged = parameters.some((parameter, at) => parameter !== asList(operation.parameters)[at]);
  return withoutEmptyTypes(omitSchemes(isChanged ? { ...operation, parameters } : operation));
}

function listParameters(source: OpenedDocument, { parameters }: JsonObject): unknown[] {
  return asList(parameters).map((parameter) => {
    const found = dereference(source, parameter);
    return isBodyParameter(found) ? found : parameter;
  });
}

function omitSchemes({ schemes: _, ...others }: JsonObject): JsonObject {
  return others;
}

function withoutEmptyTypes(owner: JsonObject): JsonObject {
  for (const name of ["consumes", "produces"]) {
    if (Array.isArray(owner[name]) && !owner[name].length) delete owner[name];
  }
  return owner;
}
