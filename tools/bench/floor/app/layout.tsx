import type { ReactNode } from "react";

// biome-ignore lint/style/noDefaultExport: Next.js demands one.
export default function EmptyLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
