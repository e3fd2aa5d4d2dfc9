import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dataScriptSources } from "./data-scripts.ts";

const bootstrap =
  '(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({"otherChunks":["static/chunks/310vm2bl3xxpt.js"],"runtimeModuleIds":[94553]});';
const opening = "(self.__next_f=self.__next_f||[]).push([0])";

/** A page as the framework ends it: its first script, a file, then these inline ones. */
const page = (...texts: string[]) =>
  [
    '<!DOCTYPE html><html lang="en"><head><script src="/_next/static/chunks/a.js" async=""></script></head>',
    `<body><p>Content</p><script id="_R_">${bootstrap}</script><script src="/_next/static/chunks/b.js" async=""></script>`,
    ...texts.map((text) => `<script>${text}</script>`),
    "</body></html>",
  ].join("");

const sourceOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** As the framework writes data into a page. */
function pushed(kind: number, text: string): string {
  const json = JSON.stringify([kind, text]).replace(
    /[&<>\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `self.__next_f.push(${json})`;
}

describe("the framework's own scripts", () => {
  test("are admitted by the hash of their text, each in its turn", () => {
    const texts = [opening, pushed(1, '1:"$Sreact.fragment"\n'), pushed(3, "aGVsbG8=")];
    expect(dataScriptSources(page(...texts))).toEqual([bootstrap, ...texts].map(sourceOf));
  });

  test("are admitted with any text as their data, also with what would end a script", () => {
    const texts = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("</script><script>alert(1)</script>", "<!--<script>", "\u2028\u2029&amp;", "\ud800", '"])', "\\"),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const script = pushed(1, text);
        expect(script).not.toMatch(/[<>]/);
        expect(dataScriptSources(page(script))).toEqual([bootstrap, script].map(sourceOf));
      }),
    );
  });

  test("are not expected on a page that has none", () => {
    expect(dataScriptSources("")).toEqual([]);
    expect(dataScriptSources("<!DOCTYPE html><html><body><p>Plain</p></body></html>")).toEqual([]);
  });
});

const disguises = [
  "alert(1)",
  'self.__next_f.push([1,"x"]);alert(1)',
  'self.__next_f.push([1,"x"]),alert(1)',
  'alert(1);self.__next_f.push([1,"x"])',
  'self.__next_f.push([1,"x"]/*"*/,alert(1)/*"*/])',
  'self.__next_f.push([1,"x",alert(1)])',
  'self.__next_f.push([1,""+alert(1)+""])',
  'self.__next_f.push([1,""],[alert(1),""])',
  "self.__next_f.push([1,`x`])",
  `self.__next_f.push([1,\`\${alert(1)}\`,""])`,
  'self.__next_f.push([1,(alert(1),"x")])',
  'self.__next_f.push([alert(1),"x"])',
  'self.__next_f.push([1,"x"])//',
  'self.__next_f.push([1,"x"])\nalert(1)',
  'self.__next_f.push([1,"x"\n])',
  ' self.__next_f.push([1,"x"])',
  'self.__next_f.push([1, "x"])',
  'self.__next_f.push([1,"x"]) ',
  'self.__next_f.push([1,"\\x61"])',
  'self.__next_f.push([1,"\\u0061"])',
  'self.__next_f.push([2,"x"])',
  'self.__next_f.push([1,"a","b"])',
  'self.__next_f.push([1,{"a":"b"}])',
  'self.__next_f.push([1,["a"]])',
  'self.__next_f.push({"0":1})',
  'self.__next_f["push"]([1,"x"])',
  'self.__next_f.push([1,"x>"])',
  'self.__next_f.push([1,"x&"])',
  'self.__next_f.push([1,"\u2028"])',
  `${opening};alert(1)`,
  `(self.__next_f=self.__next_f||[]).push([0,alert(1)])`,
  `(self.__next_f=alert(1)||[]).push([0])`,
  bootstrap.replace("94553", "alert(1)"),
  bootstrap.replace("});", "});alert(1);"),
  bootstrap.replace("static/chunks/310vm2bl3xxpt.js", "https://evil.example/x.js"),
  bootstrap.replace("static/chunks/310vm2bl3xxpt.js", "static/chunks/../../evil.js"),
  bootstrap.replace("static/chunks/310vm2bl3xxpt.js", "static/chunks/x/../../evil.js"),
  bootstrap.replace('"runtimeModuleIds"', '"x":1,"runtimeModuleIds"'),
  bootstrap.replace('{"otherChunks"', '{"__proto__":{},"otherChunks"'),
];

describe("a script that somebody brought into the page", () => {
  test.each(disguises)("is not admitted where the framework's stand: %s", (text) => {
    expect(dataScriptSources(page(text, opening))).not.toContain(sourceOf(text));
  });

  test("is not admitted in the content, even as an exact copy of what the framework would write", () => {
    const copy = pushed(1, '0:{"injected":true}\n');
    const bootstrapCopy = bootstrap.replace("94553", "1");
    for (const text of [copy, bootstrapCopy]) {
      for (const tag of ["<script>", '<script id="_R_">', "<SCRIPT>", "<script type=module>", "<script >"]) {
        const html = page(opening).replace("Content", `${tag}${text}</script>`);
        expect(dataScriptSources(html), tag).toEqual([bootstrap, opening].map(sourceOf));
      }
    }
  });

  test("is not admitted with attributes, with a file beside the text, or in another spelling of the tag", () => {
    const text = pushed(1, "x");
    const tags = [
      "<SCRIPT>",
      "<script type=module>",
      '<script type="text/javascript">',
      '<script src="https://evil.example/x.js">',
      '<script\tid="_R_">',
      '<script id="_R_" defer>',
      "<script\n>",
      "<script/>",
      "<script nomodule>",
    ];
    for (const tag of tags) {
      const html = page(opening).replace("</body>", `${tag}${text}</script></body>`);
      expect(dataScriptSources(html), tag).toEqual([bootstrap, opening].map(sourceOf));
    }
  });

  test("ends what is admitted: after content that the framework never puts there, nothing is", () => {
    const text = pushed(1, "x");
    for (const between of ["<p></p>", "text", "<!-- -->", "<script><</script>"]) {
      const html = page(opening).replace("</body>", `${between}<script>${text}</script></body>`);
      expect(dataScriptSources(html), between).not.toContain(sourceOf(text));
    }
  });

  test("is never admitted, whatever it is", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const text = `${before}alert(1)${after}`;
        expect(dataScriptSources(page(text, `${opening}${text}`, `${text}${pushed(1, "x")}`))).toEqual([
          sourceOf(bootstrap),
        ]);
      }),
    );
  });
});
