/** JSON-LD data for search engines. Browsers do not run it, and with `<` escaped no text can close the element. */
export function DataBlock({ data }: { data: object }) {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON-LD readers do not unescape the text of a child
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
