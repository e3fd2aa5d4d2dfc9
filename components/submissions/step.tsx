import type { ReactNode } from "react";

type Props = {
  id: string;
  isHidden: boolean;
  /** Left out by a step that brings a legend of its own. */
  title?: string;
  eyebrow?: string;
  children: ReactNode;
};

/** A screen of a stepped form; on the long page, a part of it. The address #step-… leads here. */
export function Step({ id, isHidden, title, eyebrow, children }: Props) {
  return (
    <section id={`step-${id}`} hidden={isHidden} className="mt-8 space-y-6">
      {title && (
        <div>
          <p className="mb-2 text-sm font-medium text-muted">{eyebrow}</p>
          <h2 id={`heading-${id}`} tabIndex={-1} className="text-2xl">
            {title}
          </h2>
        </div>
      )}
      {children}
    </section>
  );
}
