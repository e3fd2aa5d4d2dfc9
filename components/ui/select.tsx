import type { ComponentProps } from "react";
import { Labelled } from "./field.tsx";

export type Option = readonly [value: string, label: string];

type Props = ComponentProps<"select"> & {
  /** Also the control's default name. */
  id: string;
  label: string;
  options: readonly Option[];
  /** Shown until something is chosen. With it, a choice is required. */
  placeholder?: string;
  error?: string;
};

export function Select({ id, label, options, placeholder, error, ...props }: Props) {
  return (
    <Labelled id={id} label={label} error={error}>
      <select
        id={id}
        name={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
        required={placeholder !== undefined}
        className="block min-h-12 w-full rounded-sm border border-edge bg-surface px-3.5 py-2.5 text-ink"
        {...props}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  );
}
