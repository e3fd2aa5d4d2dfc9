import type { ComponentProps, ReactNode } from "react";

type Control = ({ as?: "input" } & ComponentProps<"input">) | ({ as: "textarea" } & ComponentProps<"textarea">);

type LabelledProps = {
  /** ID of the control and its default name. Must be unique on the page. */
  id: string;
  label: string;
  optional?: string;
  hint?: ReactNode;
  error?: string;
};

export function Field({ id, label, optional, hint, error, ...props }: Control & LabelledProps) {
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
  const shared = {
    id,
    name: props.name ?? id,
    "aria-describedby": describedBy,
    "aria-invalid": error ? true : undefined,
  } as const;
  return (
    <LabelledControl id={id} label={label} optional={optional} hint={hint} error={error}>
      {props.as === "textarea" ? (
        <textarea rows={6} {...omitAs(props)} {...shared} className="text-control min-h-36" />
      ) : (
        <input {...omitAs(props)} {...shared} className="text-control min-h-12" />
      )}
    </LabelledControl>
  );
}

function LabelledControl({ id, label, optional, hint, error, children }: LabelledProps & { children: ReactNode }) {
  return (
    <div className={error ? "border-l-4 border-danger pl-4" : undefined}>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
        {optional && <span className="font-normal text-muted"> ({optional})</span>}
      </label>
      {hint && (
        <div id={`${id}-hint`} className="mb-2 text-sm text-muted">
          {hint}
        </div>
      )}
      <FieldError id={id} error={error} />
      {children}
    </div>
  );
}

function FieldError({ id, error }: Pick<LabelledProps, "id" | "error">) {
  if (!error) return null;
  return (
    <p id={`${id}-error`} className="mb-2 font-medium text-danger">
      {error}
    </p>
  );
}

function omitAs<T extends { as?: string }>({ as: _, ...props }: T): Omit<T, "as"> {
  return props;
}

export type Option = readonly [value: string, label: string];

type SelectProps = ComponentProps<"select"> &
  Pick<LabelledProps, "id" | "label" | "error"> & { options: readonly Option[] };

export function Select({ id, label, options, error, ...props }: SelectProps) {
  return (
    <LabelledControl id={id} label={label} error={error}>
      <select
        id={id}
        name={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
        className="block min-h-12 w-full rounded-sm border border-edge bg-surface px-3.5 py-2.5 text-ink"
        {...props}
      >
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </LabelledControl>
  );
}

type Box = ComponentProps<"input"> & { name: string; label: ReactNode };

type CheckboxGroupProps = {
  /** Unique on the page; the IDs of hint and error begin with it. */
  id: string;
  legend: string;
  hint?: string;
  error: string | undefined;
  className?: string;
  boxes: Box[];
};

export function CheckboxGroup({ id, legend, hint, error, className, boxes }: CheckboxGroupProps) {
  return (
    <fieldset className={error ? "border-l-4 border-danger pl-4" : undefined}>
      <legend className="font-semibold">{legend}</legend>
      {hint && (
        <p id={`${id}-hint`} className="mb-2 text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError id={id} error={error} />
      <div className={className}>
        {boxes.map(({ label, ...box }, at) => (
          <label key={box.name} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              {...box}
              type="checkbox"
              aria-describedby={error ? `${id}-error` : hint && `${id}-hint`}
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
