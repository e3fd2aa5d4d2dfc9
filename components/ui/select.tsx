type Props = {
  name: string;
  label: string;
  value?: string;
  options: readonly (readonly [value: string, label: string])[];
};

/** A labelled choice of one. */
export function Select({ name, label, value, options }: Props) {
  return (
    <div>
      <label htmlFor={name} className="mb-1 block font-semibold">
        {label}
      </label>
      <select
        id={name}
        name={name}
        defaultValue={value}
        className="block min-h-12 w-full max-w-xl rounded-sm border border-edge bg-surface px-3.5 py-2.5 text-ink"
      >
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
