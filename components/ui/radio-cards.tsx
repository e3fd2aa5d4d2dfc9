import type { ComponentProps } from "react";

type Props = {
  name: string;
  choices: { value: string; label: string }[];
  radio: ComponentProps<"input">;
  /** Called when a choice is clicked or tapped, but not when it is made with the arrow keys. */
  onTap?: (value: string) => void;
  /** Class of the key hints 1, 2 and 3 on the cards. Without it, the cards show no keys. */
  keyClass?: string;
  describedBy?: string;
};

/** Must be inside a fieldset with a legend. */
export function RadioCards({ name, choices, radio, onTap, keyClass, describedBy }: Props) {
  return (
    <div className="grid gap-3">
      {choices.map(({ value, label }, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users operate the radio itself, and Enter moves on
        <label
          key={value}
          // A choice made by keyboard also fires a click event, with a detail of 0.
          onClick={(event) => event.detail > 0 && onTap?.(value)}
          className="group flex min-h-16 cursor-pointer items-center gap-4 rounded-md border border-edge bg-surface px-5 py-3.5 transition-colors duration-150 hover:border-primary has-checked:border-primary has-checked:bg-primary-soft has-checked:shadow-[inset_0_0_0_1px_var(--primary)] has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-primary"
        >
          <input
            {...radio}
            type="radio"
            required
            // The first radio button has the field's ID, so that the error summary can link to it.
            id={at === 0 ? name : `${name}-${at + 1}`}
            name={name}
            value={value}
            aria-describedby={describedBy}
            className="size-5 shrink-0 outline-none"
          />
          <span className="grow font-medium">{label}</span>
          {keyClass !== undefined && (
            <span
              aria-hidden="true"
              className={`hidden size-7 place-content-center rounded-sm border border-line text-sm text-muted [@media(hover:hover)]:grid ${keyClass}`}
            >
              {at + 1}
            </span>
          )}
        </label>
      ))}
    </div>
  );
}
