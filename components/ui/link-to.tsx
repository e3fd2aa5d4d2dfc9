import type { ReactNode } from "react";

/** A tag for `t.rich`. */
export const linkTo = (href: string) => (text: ReactNode) => (
  <a className="link" href={href}>
    {text}
  </a>
);
