import { flushSync } from "react-dom";
import { buttonClass } from "./button.ts";
import { useIsHydrated } from "./use-is-hydrated.ts";

type Props = { up: string; down: string; at: number; count: number; onMove: (to: number) => unknown };

export function MoveButtons({ up, down, at, count, onMove }: Props) {
  const isHydrated = useIsHydrated();
  const moves = [
    { to: at - 1, sign: "↑", label: up, isEnd: at === 0 },
    { to: at + 1, sign: "↓", label: down, isEnd: at === count - 1 },
  ];
  return moves.map(({ to, sign, label, isEnd }) => (
    <button
      key={sign}
      type="button"
      className={buttonClass("quiet")}
      disabled={!isHydrated}
      aria-disabled={isEnd}
      aria-label={label}
      title={label}
      onClick={({ currentTarget }) => {
        if (isEnd) return;
        flushSync(() => onMove(to));
        // Focuses the button again, because browsers take the focus from an element that moves in the page.
        currentTarget.focus();
      }}
    >
      {sign}
    </button>
  ));
}
