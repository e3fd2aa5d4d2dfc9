import type { ReactNode } from "react";

const looks = {
  danger: "border-danger bg-danger-soft",
  note: "border-accent bg-accent-soft",
};

type Props = { look: keyof typeof looks; title?: string; children?: ReactNode };

/** Something to know before one goes on. */
export function Callout({ look, title, children }: Props) {
  return (
    <div
      role={look === "danger" ? "alert" : undefined}
      className={`mb-6 max-w-6xl rounded-md border-l-4 px-5 py-4 ${looks[look]}`}
    >
      {title && <h2 className="text-lg">{title}</h2>}
      {children}
    </div>
  );
}
