import { createHash } from "node:crypto";
import {
  isTrackingRefused,
  keepFirstVisit,
  startCopyButtons,
  startDetailsReveal,
  startLanguageLink,
  startPrintButton,
  startSampleChoice,
  startSearch,
  startSearchShortcut,
  startTableOfContents,
} from "../../browser/page-script.ts";
import { visitKeys } from "../../domain/submissions/intake/privacy-notice.ts";
import { getPathnames } from "../../i18n/paths.ts";

/** Matches scripts exactly as Next writes them. Page content cannot match, because its `<` is escaped. */
const script = /<script src="(\/_next\/static\/chunks\/[\w.~-]+\.js)" async="">/g;
const scriptPreload = /<link rel="preload" as="script" fetchPriority="low" href="\/_next\/static\/[^"]*"\/>/g;

/** Loads the page's scripts at once in a hidden page, which draws no frames; else with the fonts or after a second. */
const starter = `{
const start = () => {
  for (const late of document.querySelectorAll("script[type=late]")) {
    const script = document.createElement("script");
    script.setAttribute("async", "");
    script.setAttribute("src", late.getAttribute("src"));
    late.replaceWith(script);
  }
};
const afterFrame = (next) => requestAnimationFrame(() => setTimeout(next));
const late = new Promise((resolve) => setTimeout(resolve, 1000));
if (document.hidden) start();
else afterFrame(() => Promise.race([document.fonts.ready, late]).then(() => afterFrame(start)));
}`;

const resultPaths = (["/evaluation/result", "/contact/sent"] as const).flatMap((href) =>
  Object.values(getPathnames(href)).map((path) => `${path}*`),
);

const speculation = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [{ href_matches: ["/en", "/en/*", "/es", "/es/*"] }, { not: { href_matches: resultPaths } }],
      },
      eagerness: "moderate",
    },
  ],
});

/** Returns a function's source without indentation and comments, so that pages which contain it stay small. */
const toPageText = (part: (...args: never[]) => unknown) => String(part).replaceAll(/^\s*(\/\/.*)?\n?/gm, "");

/** A page gets each function whose `mark` its HTML contains. */
const starters = [
  { start: startCopyButtons, mark: "data-copy=" },
  { start: startLanguageLink, mark: "" },
  { start: startPrintButton, mark: "data-print" },
  { start: startSampleChoice, mark: "data-sample" },
  { start: startDetailsReveal, mark: "<h4" },
  { start: startTableOfContents, mark: "data-contents" },
  { start: startSearch, mark: "data-search-part" },
  { start: startSearchShortcut, mark: "data-search-part" },
].map(({ start, mark }) => ({ name: start.name, text: toPageText(start), mark }));

const keepVisit = `${toPageText(isTrackingRefused)}
${toPageText(keepFirstVisit)}
keepFirstVisit(${JSON.stringify(visitKeys)});`;

function writePageScript(page: string): string {
  const needed = starters.filter(({ mark }) => page.includes(mark));
  return ["{", ...needed.map(({ text }) => text), ...needed.map(({ name }) => `${name}();`), keepVisit, "}"].join("\n");
}

const pageEnd = "</body></html>";

/**
 * Turns a page that was rendered for one request into one for everyone. In its policy, hashes of the page's own scripts
 * replace the nonce, because a shared nonce would let injected scripts run. Scripts load after the text is visible.
 * `isPlain` removes the framework's scripts and data.
 */
export function makeHtmlCacheable(page: string, policy: string, isPlain = false): { html: string; policy: string } {
  const nonce = /'nonce-([\w+/=]+)'/.exec(policy)?.[1];
  if (!nonce) throw new Error("the page's policy has no nonce");
  const attribute = ` nonce="${nonce}"`;
  const given = isPlain ? withoutFramework(page, attribute) : page;
  const added = isPlain ? writePageScript(given) : starter;
  // The scripts with the page's data for Next also contain the nonce.
  const removeNonce = (text: string) => text.replaceAll(attribute, "").replaceAll(nonce, () => "$undefined");
  const inline = [...listScripts(given, attribute)].map(removeNonce);
  const sources = [...inline, added, speculation].map(toHashSource);
  const html = removeNonce(given).replace(scriptPreload, "").replace(script, '<script type="late" src="$1" async="">');
  const end = `<script>${added}</script><script type="speculationrules">${speculation}</script>${pageEnd}`;
  return {
    html: html.endsWith(pageEnd) ? html.slice(0, -pageEnd.length) + end : html,
    policy: policy.replace(`'nonce-${nonce}'`, [...new Set(sources)].join(" ")),
  };
}

/**
 * Removes React's marker comments and the scripts that carry the nonce, and unescapes quotes in code. Page content
 * cannot look like these comments and scripts, because its `<` is escaped.
 */
function withoutFramework(html: string, attribute: string): string {
  return html
    .replaceAll(/<script([^<>]*)>[^<]*<\/script>/g, (whole, attributes: string) =>
      attributes.includes(attribute) ? "" : whole,
    )
    .replaceAll(/<!--[/$ ]*-->/g, "")
    .replaceAll(/<pre[^<>]*>[^<]*/g, (code) => code.replaceAll("&quot;", '"').replaceAll("&#x27;", "'"));
}

/** Yields the text of each inline script that carries the nonce. Next escapes every `<` in it. */
function* listScripts(html: string, attribute: string): Generator<string> {
  for (const [, attributes = "", text = ""] of html.matchAll(/<script([^<>]*)>([^<]*)<\/script>/g)) {
    if (attributes.includes(attribute) && !attributes.includes(" src=")) yield text;
  }
}

function toHashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
