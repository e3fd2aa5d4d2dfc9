type Props = {
  name: string;
  label: string;
  value?: string;
  options: readonly (readonly [value: string, label: string])[];
  /** Stands where nothing is chosen, and something must be. */
  placeholder?: string;
};

/** A labelled choice of one. */
export function Select({ name, label, value, options, placeholder }: Props) {
  return (
    <div>
      <label htmlFor={name} className="mb-1 block font-semibold">
        {label}
      </label>
      <select
        id={name}
        name={name}
        defaultValue={value ?? (placeholder === undefined ? undefined : "")}
        required={placeholder !== undefined}
        className="block min-h-12 w-full max-w-xl rounded-sm border border-edge bg-surface px-3.5 py-2.5 text-ink"
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
