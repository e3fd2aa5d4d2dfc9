import { Children, Fragment, type ReactNode } from "react";
import { PathText } from "#components/catalog/path-text.tsx";

/** The tag `code` for `t.rich`. URLs break between their segments. */
export const inlineCode = (text: ReactNode) => (
  <code className="font-mono text-sm wrap-anywhere">
    <PathText path={Children.toArray(text).join("")} />
  </code>
);

export const inlineCodes = (names: ReactNode) =>
  Children.toArray(names)
    .join("")
    .split(", ")
    .map((name, at) => (
      <Fragment key={name}>
        {at > 0 && ", "}
        {inlineCode(name)}
      </Fragment>
    ));
