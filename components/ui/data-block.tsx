/** JSON-LD. Browsers do not run it, and with `<` escaped no text can close the element. */
export function DataBlock({ data }: { data: object }) {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React would HTML-escape a text child, and JSON-LD readers do not unescape it
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
