/** Data for machines in a page. The browser runs none of it, and `<` cannot end it. */
export function DataBlock({ data }: { data: object }) {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: as text React would escape it as HTML, which no reader of JSON-LD undoes
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
