import type { ReactNode } from "react";

/** Renders a tag of `t.rich` as a link. */
export const linkTo = (href: string) => (text: ReactNode) => (
  <a className="link" href={href}>
    {text}
  </a>
);
