/** The minimum that a page of this Next version sends, for npm run check -- script-sizes. */
// biome-ignore lint/style/noDefaultExport: Next.js demands one.
export default function EmptyPage() {
  return <p />;
}
