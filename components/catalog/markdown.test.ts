import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Markdown } from "./markdown.tsx";

const render = (props: Parameters<typeof Markdown>[0]) => renderToStaticMarkup(createElement(Markdown, props));

test("renders Markdown as HTML", () => {
  expect(render({ text: "Sends `a` to **all**.\n\n- [Docs](https://docs.example/x)\n- two", lang: "es" })).toBe(
    '<div lang="es" class="written"><p>Sends <code>a</code> to <b>all</b>.</p><ul>' +
      '<li><p><a class="link" href="https://docs.example/x" rel="noopener noreferrer">Docs</a></p></li><li><p>two</p></li></ul></div>',
  );
});

test("marks search words in Markdown", () => {
  expect(render({ text: "A *draw* of prizes", className: "big", words: ["draw"] })).toBe(
    '<p class="written big">A <em><mark>draw</mark></em> of prizes</p>',
  );
});

test("removes an author's HTML tags and keeps their text", () => {
  const hostile = '<img src=x onerror=alert(1)>a <b onclick="x()">b</b> `<script>` [c](javascript:x) &lt;i&gt;';
  expect(render({ text: hostile })).toBe('<p class="written">a b <code>&lt;script&gt;</code> c &lt;i&gt;</p>');
  expect(render({ text: "<!-- nothing -->" })).toBe("");
});
