import { compile } from "html-to-text";

/** Maximum length of an HTML mail, longer than anybody writes. The rest is cut off. */
const htmlLengthMax = 200_000;
/** Maximum number of HTML tags. One tag may close all open ones, so the time grows with the square of the number. */
const tagsMax = 10_000;

const convert = compile({
  wordwrap: false,
  limits: { maxInputLength: htmlLengthMax, maxDepth: 50, maxChildNodes: 5_000, ellipsis: "…" },
  selectors: [
    { selector: "img", format: "skip" },
    { selector: "a", options: { hideLinkHrefIfSameAsText: true, ignoreHref: false } },
    ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: "blockquote", options: { trimEmptyLines: true } },
  ],
});

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

/** Loads no external resource. */
export function readHtml(html: string): string {
  return convert(cutAfterTagsMax(withoutHead(html).slice(0, htmlLengthMax)));
}
