/** Facts for search engines, as a block of data that no browser runs. */
export function JsonLd({ facts }: { facts: object }) {
  // Nothing in a text can end the element early.
  const json = JSON.stringify({ "@context": "https://schema.org", ...facts }).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React would escape the quotes of a text, and "<" is escaped
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
