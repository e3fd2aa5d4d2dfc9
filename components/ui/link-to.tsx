import type { ReactNode } from "react";

export const linkTo = (href: string) => (text: ReactNode) => (
  <a className="link" href={href}>
    {text}
  </a>
);

export const mailTo = (address: string) => () => (
  <a className="link break-words" href={`mailto:${address}`}>
    {address}
  </a>
);
