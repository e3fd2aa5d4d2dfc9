import { parentPort, workerData } from "node:worker_threads";
import PostalMime, { type Email } from "postal-mime";

/** More than 25 MB in lines of base64. */
const linesMax = 350_000;
/** Each may begin a part. */
const boundariesMax = 2_000;
const headersBytesMax = 128 * 1024;
const depthMax = 20;

export type ParseInput = { raw: Uint8Array; textLengthMax: number };
export type ParseOutput = { mail: Omit<Email, "html"> } | { refusal: string };

async function parse({ raw, textLengthMax }: ParseInput): Promise<ParseOutput> {
  if (isBomb(raw)) return { refusal: "lines" };
  const options = { forceRfc822Attachments: true, maxNestingDepth: depthMax, maxHeadersSize: headersBytesMax };
  try {
    const { html, ...mail } = await PostalMime.parse(raw, options);
    return { mail: { ...mail, text: (await readText(mail.text, html)).slice(0, textLengthMax) } };
  } catch (error) {
    return { refusal: String(error) };
  }
}

/** The parser makes an object of each part. */
function isBomb(raw: Uint8Array): boolean {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  let [lines, boundaries] = [0, 0];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) {
    lines++;
    if (bytes[at + 1] === 0x2d && bytes[at + 2] === 0x2d) boundaries++;
    if (lines > linesMax || boundaries > boundariesMax) return true;
  }
  return false;
}

/** Of a mail without plain text, its HTML. */
async function readText(plain = "", html = ""): Promise<string> {
  if (plain.trim() !== "" || html === "") return plain;
  // Every mail starts a thread: it loads what this one needs.
  const { readHtml } = await import("./read-html.ts");
  return readHtml(html);
}

parentPort?.postMessage(await parse(workerData));
