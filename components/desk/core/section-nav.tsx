"use client";

import { type ReactNode, useEffect, useRef } from "react";

export function SectionNav({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = nav;
    const link = current?.querySelector<HTMLElement>("[aria-current]");
    if (current && link) current.scrollLeft = link.offsetLeft - (current.clientWidth - link.offsetWidth) / 2;
  }, []);
  return (
    <nav ref={nav} aria-label={label} className={className}>
      {children}
    </nav>
  );
}
