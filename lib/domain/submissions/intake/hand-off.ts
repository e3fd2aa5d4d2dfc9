import { findTextFault, type TextBounds } from "../../text-bounds.ts";
import { fields, formFields } from "../core/fields.ts";
import { assistantParameter } from "../core/first-touch.ts";
import { getPoints, questions } from "../core/questions.ts";
import { submissionTexts } from "../core/submission-texts.ts";
import type { SiteForm } from "./receipt.ts";

/** Values with which an assistant fills in a form. All of them are valid. */
export type HandOff = {
  values: Record<string, string>;
  /** Empty if the link does not name one. */
  assistant: string;
};

/** Control and zero-width characters, direction marks, and U+FFFD, which stands for malformed escapes. */
const unseen = /(?![\n\t\u200d])[\p{Cc}\p{Cf}\ufffd]/u;

/** Ignores values that are malformed, not part of the form, or given twice. docs/api.md describes the format. */
export function parseHandOff(form: SiteForm, query: string, fragment: string): HandOff | null {
  const asked = new URLSearchParams(query);
  const typed = new URLSearchParams(fragment.replace(/^#/, ""));
  const values: Record<string, string> = {};
  for (const question of form === "evaluation" ? questions : []) {
    const option = readSingleValue(asked, question.key);
    if (getPoints(question, option) >= 0) values[question.key] = option;
  }
  for (const field of formFields[form === "contact" ? "inquiry" : form]) {
    const value = readText(readSingleValue(typed, field), submissionTexts[field], fields[field].isLong);
    if (value) values[field] = value;
  }
  if (!Object.keys(values).length) return null;
  return { values, assistant: parseAssistantName(readSingleValue(asked, assistantParameter)) };
}

/** Returns an empty text for an invalid name. */
export function parseAssistantName(name: string): string {
  return readText(name, submissionTexts.agentName, false);
}

/** Header with the assistant's name, percent-encoded because headers are ASCII. */
export const assistedByHeader = "Assisted-By";

export function parseAssistedBy(header: string | null): string | undefined {
  if (!header) return undefined;
  try {
    return parseAssistantName(decodeURIComponent(header)) || undefined;
  } catch {
    return undefined;
  }
}

/** URL parameter with the slug of the API that an inquiry is about. */
export const topicParameter = "topic";

/** `page` is the URL of a form. For the contact form, the values may include a topic. */
export function formatHandOffLink(page: string, { values, assistant }: HandOff): string {
  const inQuery = [...questions.map(({ key }) => key), topicParameter];
  const asked = inQuery.flatMap((name) => (values[name] ? [[name, values[name]]] : []));
  const query = new URLSearchParams([...asked, ...(assistant ? [[assistantParameter, assistant]] : [])]);
  const typed = Object.entries(values).filter(([name]) => !inQuery.includes(name));
  const fragment = new URLSearchParams(typed);
  return page + (query.size ? `?${query}` : "") + (fragment.size ? `#${fragment}` : "");
}

/** Returns whether a URL fragment contains form values. Otherwise it is the name of a place on the page. */
export function isHandOffFragment(fragment: string): boolean {
  return fragment.includes("=");
}

/** Returns an empty text if the parameter is missing or repeated, because then the intended value is unknown. */
function readSingleValue(parameters: URLSearchParams, name: string): string {
  const [value = "", ...others] = parameters.getAll(name);
  return others.length ? "" : value;
}

function readText(given: string, bounds: TextBounds, isMultiline: boolean): string {
  const value = given.replaceAll("\r\n", "\n");
  if (unseen.test(value) || (!isMultiline && /[\n\t]/.test(value))) return "";
  return findTextFault(value, bounds) ? "" : value.trim();
}
