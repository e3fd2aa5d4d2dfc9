import type { ReactNode } from "react";
import { buttonClass } from "#components/ui/button.ts";

/** Border and background of a box. */
export const looks = {
  success: "border-success bg-success-soft",
  primary: "border-primary bg-primary-soft",
  plain: "border-edge bg-surface",
};
type Look = keyof typeof looks;

export const routeLooks = { qualified: "success", review: "primary", redirect: "plain" } as const;

type BoxProps = { look: Look; eyebrow?: string; title: string; text: string; children?: ReactNode };

export function ResultBox({ look, eyebrow, title, text, children }: BoxProps) {
  return (
    <div role="status" className={`rounded-lg border-2 p-6 sm:p-9 print:p-4 ${looks[look]}`}>
      {eyebrow && <p className="mb-2 text-sm font-medium text-muted">{eyebrow}</p>}
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-4 text-lg">{text}</p>
      {children}
    </div>
  );
}

/** Hidden until `startPrintButton` runs. */
export function PrintButton({ label }: { label: string }) {
  return (
    <button type="button" data-print className={`${buttonClass("secondary")} invisible`}>
      {label}
    </button>
  );
}
