import { parentPort } from "node:worker_threads";
import type { HtmlToTextOptions } from "html-to-text";
import PostalMime, { type Email } from "postal-mime";
import { type ParsedMessage, toParsedMessage } from "./parsed-message.ts";

/** Maximum number of lines in a mail: enough for 25 MB of base64. */
const linesMax = 350_000;
/** Maximum short lines in a mail: about 1 MB of text. Lines of base64 are longer and do not count. */
const shortLinesMax = 50_000;
const shortLineBytes = 60;
/** Maximum MIME boundary lines in a mail, because each may begin a part. */
const boundariesMax = 2_000;
/** Maximum size of a mail's header. A mail with a longer header is refused. */
const headBytesMax = 128 * 1024;
const headersMax = 500;
const filesMax = 50;
const depthMax = 20;
/** Maximum length of an HTML mail, longer than anybody writes. The rest is cut off. */
const htmlLengthMax = 200_000;
/** Maximum number of HTML tags. One tag may close all open ones, so the time grows with the square of the number. */
const tagsMax = 10_000;

const htmlOptions: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxInputLength: htmlLengthMax, maxDepth: 50, maxChildNodes: 5_000, ellipsis: "…" },
  selectors: [
    { selector: "img", format: "skip" },
    { selector: "a", options: { hideLinkHrefIfSameAsText: true, ignoreHref: false } },
    ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: "blockquote", options: { trimEmptyLines: true } },
  ],
};

/** `part`: whether to parse all of `raw`. `server`: name of the server that signs Authentication-Results. */
export type ParseInput = { raw: Uint8Array; part: "whole" | "head"; server: string | undefined };
/** `no_mail`: there is no mail header. `beyond_bounds`: exceeds a limit, perhaps crafted to break parsers. */
export type ParseOutput = { message: ParsedMessage } | { refusal: "no_mail" | "beyond_bounds"; cause: string };

async function parsePart({ raw, part, server }: ParseInput): Promise<ParseOutput> {
  const read = part === "head" ? cutHeaders(raw) : raw;
  if (wouldExhaustMemory(read)) return { refusal: "beyond_bounds", cause: "too many lines or boundaries" };
  const options = { forceRfc822Attachments: true, maxNestingDepth: depthMax, maxHeadersSize: headBytesMax };
  try {
    const mail = await PostalMime.parse(read, options);
    if (mail.headers.length > headersMax) return { refusal: "beyond_bounds", cause: "too many headers" };
    if (mail.attachments.length > filesMax) return { refusal: "beyond_bounds", cause: "too many files" };
    if (!mail.headers.some(({ key }) => key === "from" || key === "received" || key === "message-id")) {
      return { refusal: "no_mail", cause: "no header of a mail" };
    }
    return { message: toParsedMessage(raw, { ...mail, text: await readText(mail) }, server) };
  } catch (error) {
    return { refusal: "beyond_bounds", cause: String(error).slice(0, 200) };
  }
}

function cutHeaders(raw: Uint8Array): Uint8Array {
  const start = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, headBytesMax));
  const end = /\n\r?\n/.exec(start.toString("latin1"));
  return end ? start.subarray(0, end.index + 1) : start;
}

/** Detects mails that would exhaust memory, because the parser creates an object per part and a string per line. */
function wouldExhaustMemory(raw: Uint8Array): boolean {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  let [lines, shortLines, boundaries] = [0, 0, 0];
  for (let start = 0, end = bytes.indexOf(10); end >= 0; start = end + 1, end = bytes.indexOf(10, start)) {
    lines++;
    if (end - start < shortLineBytes) shortLines++;
    if (bytes[end + 1] === 0x2d && bytes[end + 2] === 0x2d) boundaries++;
    if (lines > linesMax || shortLines > shortLinesMax || boundaries > boundariesMax) return true;
  }
  return false;
}

async function readText({ text: plain = "", html = "" }: Email): Promise<string> {
  if (plain.trim() !== "" || html === "") return plain;
  // Loaded on demand, because few mails need conversion from HTML. Loads no external resource.
  const { convert } = await import("html-to-text");
  return convert(cutAfterTagsMax(withoutHead(html).slice(0, htmlLengthMax)), htmlOptions);
}

/** Removes the HTML head, because Word fills it with 100 KB of styles. */
function withoutHead(html: string): string {
  const end = html.slice(0, 10 * htmlLengthMax).search(/<\/head>/i);
  return end < 0 ? html : html.slice(end);
}

function cutAfterTagsMax(html: string): string {
  let at = -1;
  for (let count = 0; count <= tagsMax; count++) {
    at = html.indexOf("<", at + 1);
    if (at < 0) return html;
  }
  return html.slice(0, at);
}

parentPort?.postMessage("ready");
parentPort?.on("message", async (input: ParseInput) => parentPort?.postMessage(await parsePart(input)));
