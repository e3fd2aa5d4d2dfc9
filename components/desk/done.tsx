import type { ReactNode } from "react";

/** Says that a form did what it should. */
export function Done({ children }: { children: ReactNode }) {
  return (
    <p
      role="status"
      className="mb-6 rounded-md border-l-4 border-success bg-success-soft px-4 py-3 font-semibold text-success"
    >
      {children}
    </p>
  );
}
