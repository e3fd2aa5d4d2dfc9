/** JSON-LD. A browser does not run it, and with `<` escaped no text can end the element. */
export function DataBlock({ data }: { data: object }) {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: as text React would escape it as HTML, which no reader of JSON-LD undoes
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
