import type { ReactNode } from "react";

export const linkTo = (href: string) => (text: ReactNode) => (
  <a className="link" href={href}>
    {text}
  </a>
);
