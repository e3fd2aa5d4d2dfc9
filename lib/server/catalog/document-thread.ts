import { parentPort } from "node:worker_threads";
import { compareApis } from "../../domain/catalog/compare/compare.ts";
import { contentBounds } from "../../domain/catalog/editor/content.ts";
import { readOpenapi } from "../../domain/catalog/editor/import.ts";
import { listSwaggerChanges, listUnusedParts } from "../../domain/catalog/editor/import-notes.ts";
import { readFormat } from "../../domain/catalog/reference/document.ts";
import { prepareSwagger } from "../../domain/catalog/reference/swagger.ts";
import { asList, asObject, isJsonObject, type JsonObject } from "../../domain/json.ts";
import { findFirstParagraph } from "../../markdown/write.ts";
import { isWithinCharacterLimit, type ParsedDocument, parseDocument, toSpec } from "./parse-document.ts";
import type { ComparedDocuments, ImportRefusal, ReadDocument } from "./read-document.ts";

/** Maximum number of media types in a Swagger document, because each one adds a copy of every schema. */
const mediaTypesMax = 20;

async function readDocumentText(given: string): Promise<ReadDocument | ImportRefusal> {
  const found = await readAsOpenapi(given);
  if ("fault" in found) return found;
  const openapi = readOpenapi(found.spec, findFirstParagraph);
  return {
    ...found,
    openapi: "fault" in openapi ? openapi : { ...openapi, unused: listUnusedParts(openapi.api.spec) },
  };
}

type WithJson = ParsedDocument & { json: string };

async function readAsOpenapi(given: string): Promise<WithJson | ImportRefusal> {
  const found = await parseDocument(given);
  if ("fault" in found) return found;
  if (!readFormat(found.spec).startsWith("Swagger 2.0")) return { ...found, json: JSON.stringify(found.spec) };
  const upgraded = await convertSwagger(found.spec);
  return "fault" in upgraded ? upgraded : { ...upgraded, conversions: [...found.conversions, ...upgraded.conversions] };
}

async function convertSwagger(spec: JsonObject): Promise<WithJson | ImportRefusal> {
  if (hasTooManyMediaTypes(spec)) return { fault: "swagger" };
  const given = prepareSwagger(spec);
  if (!isWithinCharacterLimit(given, contentBounds.spec)) return { fault: "too_long" };
  const { upgrade } = await import("@scalar/openapi-upgrader");
  const conversions = listSwaggerChanges(spec);
  try {
    const read = toSpec(upgrade(structuredClone(given), "3.0"));
    return "fault" in read ? read : { ...read, conversions };
  } catch {
    return { fault: "swagger" };
  }
}

function hasTooManyMediaTypes(spec: JsonObject): boolean {
  const items = Object.values(asObject(spec.paths)).map(asObject);
  const owners = [spec, ...items.flatMap((item) => Object.values(item).filter(isJsonObject))];
  return owners.some((each) => [each.consumes, each.produces].some((types) => asList(types).length > mediaTypesMax));
}

/** Pages and feeds read the changes of fifty releases at once. */
const changesMax = 1_000;

parentPort?.postMessage("ready");
parentPort?.on("message", async (given: string | ComparedDocuments) => {
  const result =
    typeof given === "string"
      ? readDocumentText(given)
      : compareApis(given.before, given.after, given.today, changesMax);
  parentPort?.postMessage(await result);
});
