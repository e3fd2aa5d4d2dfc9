// `npm run --silent diff -- BEFORE AFTER`: lists changes between two OpenAPI documents, and which break clients.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { describeChange } from "../lib/domain/catalog/changes/describe.ts";
import { compareApis } from "../lib/domain/catalog/compare/compare.ts";
import { type ApiChange, type Comparison, levels } from "../lib/domain/catalog/compare/model.ts";
import type { ImportFault } from "../lib/domain/catalog/editor/import.ts";
import type { JsonObject } from "../lib/domain/json.ts";
import { type Locale, locales } from "../lib/i18n/locales.ts";
import { compareText } from "../lib/i18n/texts.ts";
import { parseDocument } from "../lib/server/catalog/parse-document.ts";

const bytesMax = 16 * 1024 * 1024;

/** Values for `process.exitCode`: `process.exit` would cut off output to a pipe. */
const statuses = { fine: 0, breaking: 1, failed: 2 };

type Fault = ImportFault | "missing" | "unreadable" | "empty";

class DocumentError extends Error {
  readonly details: { fault: Fault; line?: number; column?: number };
  constructor(document: string, details: DocumentError["details"]) {
    super(document);
    this.details = details;
  }
}

class UsageError extends Error {}

async function readText(pathOrUrl: string): Promise<string> {
  if (/^https?:\/\//i.test(pathOrUrl)) return fetchText(pathOrUrl);
  // npm runs scripts in the project's folder, and puts the folder where it was called into INIT_CWD.
  const file = path.resolve(process.env.INIT_CWD ?? ".", pathOrUrl);
  try {
    const bytes = await readFile(file);
    if (bytes.byteLength > bytesMax) throw new DocumentError(pathOrUrl, { fault: "too_large" });
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    if (error instanceof TypeError) throw new DocumentError(pathOrUrl, { fault: "encoding" });
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    throw new DocumentError(pathOrUrl, { fault: isMissing ? "missing" : "unreadable" });
  }
}

/** The host of the given URL may be in the person's own network, but a redirect must not lead into that network. */
async function fetchText(url: string): Promise<string> {
  const [{ fetchPublicText }, { findPublicAddress }, dns] = await Promise.all([
    import("../lib/server/fetch-public-text.ts"),
    import("../lib/server/outside-request.ts"),
    import("node:dns/promises"),
  ]);
  const named = URL.parse(url)?.hostname;
  const findAddress = async (hostname: string) =>
    hostname === named ? (await dns.lookup(hostname.replace(/^\[|\]$/g, ""))).address : findPublicAddress(hostname);
  const bounds = { bytesMax, redirectsMax: 3, userAgent: "encaje-diff", allowsHttp: true };
  const read = await fetchPublicText(url, bounds, { findAddress, milliseconds: 30_000 });
  if ("fault" in read) throw new DocumentError(url, read);
  return read.text;
}

async function loadSpec(pathOrUrl: string): Promise<JsonObject> {
  const text = await readText(pathOrUrl);
  if (!text.trim()) throw new DocumentError(pathOrUrl, { fault: "empty" });
  const parsed = await parseDocument(text, bytesMax);
  if ("fault" in parsed) throw new DocumentError(pathOrUrl, parsed);
  return parsed.spec;
}

function formatComparison({ level, changes }: Comparison, locale: Locale): string {
  const text = compareText(locale);
  if (level === "none") return text("levels.none");
  const groups = levels.map((each) => ({ level: each, members: changes.filter((change) => change.level === each) }));
  const count = (wanted: string) => groups.find((group) => group.level === wanted)?.members.length ?? 0;
  const counts = { breaking: count("breaking"), mayBreak: count("may_break"), other: count("other") };
  const blocks = groups
    .filter(({ members }) => members.length)
    .map(
      (group) =>
        `${text(`levels.${group.level}`)}\n${group.members.map((each) => formatChange(each, locale)).join("\n")}`,
    );
  return [...blocks, text("counts", counts)].join("\n\n");
}

function formatChange(change: ApiChange, locale: Locale): string {
  const text = compareText(locale);
  const { operation, direction } = change.place;
  const where = [operation ?? text("everywhere"), direction && text(`directions.${direction}`)]
    .filter(Boolean)
    .join(", ");
  return `  ${where}: ${describeChange(change, locale)} [${change.rule} ${change.id}]`;
}

function formatJson({ level, changes, partial }: Comparison, locale: Locale): string {
  const described = changes.map((change) => ({ ...change, sentence: describeChange(change, locale) }));
  return JSON.stringify({ level, changes: described, ...(partial.length ? { partial: true } : {}) }, null, 2);
}

async function runWithArguments(): Promise<number> {
  let locale: Locale = "en";
  try {
    const options = { json: { type: "boolean" }, lang: { type: "string", default: "en" } } as const;
    const { positionals, values } = parseArgs({ allowPositionals: true, options });
    const language = locales.find((each) => each === values.lang);
    const [before, after, ...others] = positionals;
    locale = language ?? locale;
    if (!language || !before || !after || others.length) throw new UsageError();
    return await printComparison(before, after, { locale, isJson: values.json ?? false });
  } catch (error) {
    console.error(explainError(error, locale));
    return statuses.failed;
  }
}

function explainError(error: unknown, locale: Locale): string {
  const text = compareText(locale);
  if (error instanceof DocumentError) {
    const { fault, line, column } = error.details;
    const details = { document: error.message, fault: text(`faults.${fault}` as "faults.json") };
    return line === undefined ? text("fault", details) : text("faultAt", { ...details, line, column: column ?? 1 });
  }
  const isUsage = error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
  if (isUsage || error instanceof UsageError) return text("usage");
  return text("failed", { reason: error instanceof Error ? error.message : String(error) });
}

type Output = { locale: Locale; isJson: boolean };

async function printComparison(before: string, after: string, { locale, isJson }: Output): Promise<number> {
  const [old, current] = [await loadSpec(before), await loadSpec(after)];
  const today = new Date().toISOString().slice(0, 10);
  const compared = compareApis(old, current, today);
  if (!compared) throw new DocumentError(compareApis(old, old, today) ? after : before, { fault: "version" });
  // Do not print "No changes" for documents that could be compared only in part.
  const isUnclear = compared.level === "none" && compared.partial.length > 0;
  if (isJson || !isUnclear) console.log(isJson ? formatJson(compared, locale) : formatComparison(compared, locale));
  if (!compared.partial.length) return compared.level === "breaking" ? statuses.breaking : statuses.fine;
  const text = compareText(locale);
  const reasons = compared.partial.map((reason) => text(`reasons.${reason}`, { refs: compared.unresolved.join(", ") }));
  console.error([text("partial"), ...reasons].join(" "));
  return statuses.failed;
}

process.exitCode = await runWithArguments();
