import { expect, test } from "vitest";
import { writeAtom, writeJsonFeed } from "./feeds.ts";

const at = new Date("2026-11-27T12:00:00Z");
const hostile = `<script>&"'\u0000]]>`;
const item = {
  id: "https://a.test/#1",
  url: "https://a.test/?a=1&b=2",
  title: hostile,
  at,
  html: "<p>One &amp; two</p>",
};
const feed = {
  locale: "es" as const,
  title: hostile,
  author: "Encaje",
  url: "https://a.test/cambios.atom",
  home: "https://a.test/cambios",
  updatedAt: at,
  items: [item],
};

test("escapes every text in an Atom feed", () => {
  expect(writeAtom(feed)).toBe(`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="es">
  <id>https://a.test/cambios.atom</id>
  <title>&lt;script&gt;&amp;&quot;&#x27; ]]&gt;</title>
  <link rel="self" type="application/atom+xml" href="https://a.test/cambios.atom"/>
  <link rel="alternate" type="text/html" href="https://a.test/cambios"/>
  <updated>2026-11-27T12:00:00.000Z</updated>
  <author><name>Encaje</name></author>
  <entry>
    <id>https://a.test/#1</id>
    <title>&lt;script&gt;&amp;&quot;&#x27; ]]&gt;</title>
    <link href="https://a.test/?a=1&amp;b=2"/>
    <updated>2026-11-27T12:00:00.000Z</updated>
    <content type="html">&lt;p&gt;One &amp;amp; two&lt;/p&gt;</content>
  </entry>
</feed>
`);
});

test("writes a JSON feed with the same entries", () => {
  expect(JSON.parse(writeJsonFeed(feed))).toMatchObject({
    version: "https://jsonfeed.org/version/1.1",
    title: hostile,
    language: "es",
    items: [{ id: item.id, url: item.url, content_html: item.html, date_published: "2026-11-27T12:00:00.000Z" }],
  });
});
