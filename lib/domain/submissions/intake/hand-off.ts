import type * as z from "zod/mini";
import { fields, formFields, pickFields } from "../core/fields.ts";
import { assistantParameter } from "../core/first-touch.ts";
import { getPoints, questions } from "../core/questions.ts";
import { contactFields, evaluationFields, submissionFields } from "../core/schema.ts";
import type { SiteForm } from "./receipt.ts";

/** Form values that an assistant prepared, by name; each is valid. */
export type HandOff = {
  values: Record<string, string>;
  /** The assistant's name; empty if the link names none. */
  assistant: string;
};

const schemas: Record<string, z.ZodMiniType<string | undefined>> = {
  ...pickFields(contactFields, formFields.inquiry),
  ...pickFields(evaluationFields, formFields.evaluation),
};

/**
 * Characters that nobody sees in a field but would send: control, zero-width and direction marks; also malformed
 * escapes.
 */
const unseen = /(?![\n\t\u200d])[\p{Cc}\p{Cf}\ufffd]/u;

/**
 * Reads the query and the fragment of a hand-off link (docs/api.md), with or without `?` and `#`. A value that is
 * malformed, foreign to the form or given twice is ignored, and the others are kept.
 * @returns null if no value is left
 */
export function parseHandOff(form: SiteForm, query: string, fragment: string): HandOff | null {
  const asked = new URLSearchParams(query);
  const typed = new URLSearchParams(fragment.replace(/^#/, ""));
  const values: Record<string, string> = {};
  for (const question of form === "evaluation" ? questions : []) {
    const option = readOnce(asked, question.key);
    if (getPoints(question, option) >= 0) values[question.key] = option;
  }
  for (const field of formFields[form === "contact" ? "inquiry" : form]) {
    const value = readText(readOnce(typed, field), schemas[field], fields[field].isLong);
    if (value) values[field] = value;
  }
  if (!Object.keys(values).length) return null;
  return { values, assistant: parseAssistant(readOnce(asked, assistantParameter)) };
}

/** An assistant's name within the bounds of `agentName`; empty if invalid. */
export function parseAssistant(name: string): string {
  return readText(name, submissionFields.agentName, false);
}

/** Names the assistant that prepared the form, percent-encoded: headers are ASCII. */
export const assistedByHeader = "Assisted-By";

/** The value of the header; undefined unless it is the name of an assistant. */
export function parseAssistedBy(header: string | null): string | undefined {
  if (!header) return undefined;
  try {
    return parseAssistant(decodeURIComponent(header)) || undefined;
  } catch {
    return undefined;
  }
}

/** In the query of a contact form: the slug of the API that the question is about. */
export const topicParameter = "topic";

/**
 * The link that opens `page`, the URL of a form, filled with `values`. For the contact form, these may include a topic.
 */
export function formatHandOffLink(page: string, { values, assistant }: HandOff): string {
  const inQuery = [...questions.map(({ key }) => key), topicParameter];
  const asked = inQuery.flatMap((name) => (values[name] ? [[name, values[name]]] : []));
  const query = new URLSearchParams([...asked, ...(assistant ? [[assistantParameter, assistant]] : [])]);
  const typed = Object.entries(values).filter(([name]) => !inQuery.includes(name));
  const fragment = new URLSearchParams(typed);
  return page + (query.size ? `?${query}` : "") + (fragment.size ? `#${fragment}` : "");
}

/** Whether a fragment holds values, rather than the name of a place on the page. */
export function isHandOffFragment(fragment: string): boolean {
  return fragment.includes("=");
}

/** Empty if the parameter is missing or ambiguous. */
function readOnce(parameters: URLSearchParams, name: string): string {
  const [value = "", ...others] = parameters.getAll(name);
  return others.length ? "" : value;
}

function readText(given: string, schema: z.ZodMiniType<string | undefined> | undefined, isMultiline: boolean): string {
  // Most visits bring nothing, and the first use of a schema is slow.
  if (!given) return "";
  const value = given.replaceAll("\r\n", "\n");
  if (unseen.test(value) || (!isMultiline && /[\n\t]/.test(value))) return "";
  const parsed = schema?.safeParse(value);
  return parsed?.success ? (parsed.data ?? "") : "";
}
