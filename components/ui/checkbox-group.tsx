import type { ComponentProps, ReactNode } from "react";

type Box = ComponentProps<"input"> & { name: string; label: ReactNode };

type Props = {
  /** Unique on the page; the IDs of hint and error begin with it. */
  id: string;
  legend: string;
  hint: string;
  error: string | undefined;
  className: string;
  boxes: Box[];
};

export function CheckboxGroup({ id, legend, hint, error, className, boxes }: Props) {
  return (
    <fieldset className={error ? "border-l-4 border-danger pl-4" : undefined}>
      <legend className="font-semibold">{legend}</legend>
      <p id={`${id}-hint`} className="mb-2 text-sm text-muted">
        {hint}
      </p>
      {error && (
        <p id={`${id}-error`} className="mb-2 font-medium text-danger">
          {error}
        </p>
      )}
      <div className={className}>
        {boxes.map(({ label, ...box }, at) => (
          <label key={box.name} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              {...box}
              type="checkbox"
              aria-describedby={error ? `${id}-error` : `${id}-hint`}
              aria-invalid={error && at === 0 ? true : undefined}
              className="size-5 shrink-0"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
