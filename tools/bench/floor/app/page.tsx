/** What any page of this Next sends, for npm run script-sizes. */
// biome-ignore lint/style/noDefaultExport: Next.js demands one.
export default function EmptyPage() {
  return <p />;
}
