import { logoPaths } from "#components/ui/drawings.ts";

export function Logo() {
  return (
    <svg viewBox="0 0 32 32" className="size-8 shrink-0" aria-hidden="true">
      <path d={logoPaths.upper} className="fill-current" />
      <path d={logoPaths.lower} className="fill-accent" />
    </svg>
  );
}
