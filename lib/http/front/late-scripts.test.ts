import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { putScriptsOff, starterSources } from "./late-scripts.ts";

const chunk = "/_next/static/chunks/2771wl~c5-d_st.js";
const pageOf = (head: string, content = "") =>
  `<!DOCTYPE html><html><head>${head}</head><body>${content}</body></html>`;
const waiting = pageOf(`<script src="${chunk}" async=""></script>`, '<script id="_R_">x</script>');

test("the framework's scripts wait, in their places, for the one that starts them", () => {
  const late = putScriptsOff(
    pageOf(
      `<link rel="preload" as="script" fetchPriority="low" href="${chunk}"/><script src="${chunk}" async=""></script>`,
      `<p>Text</p><script src="${chunk}" async=""></script><script>data</script>`,
    ),
  );
  const [starter = ""] = /<script>[^<]*<\/script><\/body><\/html>$/.exec(late) ?? [];
  const placeholder = `<script type="late" src="${chunk}" async=""></script>`;
  expect(starter).toContain("script[type=late]");
  expect(late).toBe(
    pageOf(placeholder, `<p>Text</p>${placeholder}<script>data</script>`).replace("</body></html>", starter),
  );
});

test("the starter is admitted by the hash of its text, where it stands", () => {
  const late = putScriptsOff(waiting);
  const text = late.slice(late.lastIndexOf("<script>") + "<script>".length, late.lastIndexOf("</script>"));
  expect(starterSources(late)).toEqual([`'sha256-${createHash("sha256").update(text).digest("base64")}'`]);
  expect(starterSources(waiting)).toEqual([]);
});

test.each([
  ["has no scripts", pageOf("<title>Plain</title>", "<p>Text</p>")],
  ["has not come whole", waiting.replace("</html>", "")],
  ["has scripts of another shape", pageOf(`<script src="${chunk}" noModule=""></script><script src="/a.js"></script>`)],
])("a page that %s stays as it is", (_, html) => {
  expect(putScriptsOff(html)).toBe(html);
  expect(starterSources(html)).toEqual([]);
});
