import { buttonClass } from "#components/ui/button.ts";

/** Hidden until `startPrintButton` runs. */
export function PrintButton({ label }: { label: string }) {
  return (
    <button type="button" data-print className={`${buttonClass("secondary")} invisible`}>
      {label}
    </button>
  );
}
