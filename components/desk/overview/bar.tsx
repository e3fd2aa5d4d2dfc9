import { percent } from "./axis.ts";
import { type Fill, fills } from "./series.tsx";

type Props = { parts: { value: number; fill: Fill }[]; max: number };

/** A lying bar below a name, for the eye alone: its number stands beside it. */
export function Bar({ parts, max }: Props) {
  const starts = parts.map((_, at) => parts.slice(0, at).reduce((sum, { value }) => sum + value, 0));
  return (
    <svg aria-hidden="true" focusable="false" className="mt-0.5 block h-2 w-full">
      {parts.map(({ value, fill }, at) =>
        value > 0 ? (
          <rect
            key={fill}
            x={percent(starts[at] ?? 0, max)}
            width={percent(value, max)}
            height="100%"
            className={`${fills[fill]} stroke-surface`}
          />
        ) : null,
      )}
    </svg>
  );
}
