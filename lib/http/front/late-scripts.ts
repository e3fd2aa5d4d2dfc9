import { sourceOf } from "./data-scripts.ts";

/** As the framework writes the scripts that it loads: nothing of a page's content can look like it. */
const script = /<script src="(\/_next\/static\/chunks\/[\w.~-]+\.js)" async="">/g;
const scriptPreload = /<link rel="preload" as="script" fetchPriority="low" href="\/_next\/static\/[^"]*"\/>/g;

/** Starts once something is painted; at once in a browser that does not tell of it. */
const starter = `{
const start = () => {
  for (const late of document.querySelectorAll("script[type=late]")) {
    const script = document.createElement("script");
    script.setAttribute("async", "");
    script.setAttribute("src", late.getAttribute("src"));
    late.replaceWith(script);
  }
};
if (window.PerformanceObserver?.supportedEntryTypes?.includes("paint")) {
  new PerformanceObserver(start).observe({ type: "paint", buffered: true });
  setTimeout(start, 2000);
} else start();
}`;
const starterElement = `<script>${starter}</script>`;
const pageEnd = "</body></html>";

/**
 * The same page with its text and fonts first: its scripts are asked for when people see it. All of it works before
 * they have come, as it does without them.
 */
export function putScriptsOff(html: string): string {
  if (!html.endsWith(pageEnd)) return html;
  const late = html.replace(scriptPreload, "").replace(script, '<script type="late" src="$1" async="">');
  return late === html ? html : late.slice(0, -pageEnd.length) + starterElement + pageEnd;
}

/** Sources for `script-src`: that of the one script which {@link putScriptsOff} adds, if it did. */
export function starterSources(html: string): string[] {
  return html.endsWith(starterElement + pageEnd) ? [sourceOf(starter)] : [];
}
