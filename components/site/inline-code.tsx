import { Children, type ReactNode } from "react";
import { PathText } from "#components/catalog/path-text.tsx";

/** The tag `code` of a text, for `t.rich`. Addresses break between their parts. */
export const inlineCode = (text: ReactNode) => (
  <code className="font-mono text-sm wrap-anywhere">
    <PathText path={Children.toArray(text).join("")} />
  </code>
);
