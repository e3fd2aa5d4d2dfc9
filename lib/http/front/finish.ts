import { createHash } from "node:crypto";
import { isTrackingRefused, keepFirstVisit, startCopyButtons, startLanguageLink } from "../../browser/page-script.ts";
import { firstTouchDays, receiptParameter, tokenParameter } from "../../domain/submissions/core/first-touch.ts";
import { draftDays, keptInBrowser } from "../../domain/submissions/intake/privacy-notice.ts";
import { getPathnames } from "../../i18n/paths.ts";

/** As the framework writes the scripts that it loads: nothing of a page's content can look like it. */
const script = /<script src="(\/_next\/static\/chunks\/[\w.~-]+\.js)" async="">/g;
const scriptPreload = /<link rel="preload" as="script" fetchPriority="low" href="\/_next\/static\/[^"]*"\/>/g;

/**
 * Asks for the scripts when the text is shown in its own fonts, or a second after the first frame; at once in a page
 * that is not shown, which has no frames.
 */
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

/** The site's own pages, in browsers that can ask for them ahead: not the API, and nothing that shows what was sent. */
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

const kept = {
  visit: keptInBrowser.visit,
  drafts: keptInBrowser.draft.split(", "),
  visitDays: firstTouchDays,
  draftDays,
  secrets: [receiptParameter, tokenParameter],
};
/** Serves a page without the framework. */
const pageScript = `{
${[isTrackingRefused, startCopyButtons, startLanguageLink, keepFirstVisit].join("\n")}
startCopyButtons();
startLanguageLink();
keepFirstVisit(${JSON.stringify(kept)});
}`;

type Addition = { opening: string; text: string };
const prefetch: Addition = { opening: '<script type="speculationrules">', text: speculation };
const additions = {
  hydrated: [{ opening: "<script>", text: starter }, prefetch],
  plain: [{ opening: "<script>", text: pageScript }, prefetch],
};
const pageEnd = "</body></html>";

export type FinishedPage = { html: string; policy: string };

/**
 * Turns a page that Next made for one request into one that can be sent to everyone. The nonce of its policy gives way
 * to the hashes of the scripts that carry it: a script in the page's content cannot carry it. Scripts are loaded once
 * the text is shown. `isPlain`: the page works without the framework's scripts, and is sent without them and their
 * data.
 */
export function finish(page: string, policy: string, isPlain = false): FinishedPage {
  const nonce = /'nonce-([\w+/=]+)'/.exec(policy)?.[1];
  if (!nonce) throw new Error("the page's policy has no nonce");
  const attribute = ` nonce="${nonce}"`;
  const given = isPlain ? withoutFramework(page, attribute) : page;
  const added = isPlain ? additions.plain : additions.hydrated;
  // The scripts that hold the page's data for Next's own script name the nonce, too.
  const strip = (text: string) => text.replaceAll(attribute, "").replaceAll(nonce, () => "$undefined");
  const inline = [...listScripts(given, attribute)].map(strip);
  const sources = [...inline, ...added.map(({ text }) => text)].map(toSource);
  const html = strip(given).replace(scriptPreload, "").replace(script, '<script type="late" src="$1" async="">');
  const end = added.map(({ opening, text }) => `${opening}${text}</script>`).join("") + pageEnd;
  return {
    html: html.endsWith(pageEnd) ? html.slice(0, -pageEnd.length) + end : html,
    policy: policy.replace(`'nonce-${nonce}'`, [...new Set(sources)].join(" ")),
  };
}

/**
 * The scripts that carry the nonce, and the comments that mark the framework's parts: content has no `<` of its own.
 */
function withoutFramework(html: string, attribute: string): string {
  return html
    .replaceAll(/<script([^<>]*)>[^<]*<\/script>/g, (whole, attributes: string) =>
      attributes.includes(attribute) ? "" : whole,
    )
    .replaceAll(/<!--[/$ ]*-->/g, "");
}

/** The text of each inline script with the nonce: Next escapes every `<` in it. */
function* listScripts(html: string, attribute: string): Generator<string> {
  for (const [, attributes = "", text = ""] of html.matchAll(/<script([^<>]*)>([^<]*)<\/script>/g)) {
    if (attributes.includes(attribute) && !attributes.includes(" src=")) yield text;
  }
}

function toSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
