/** The line where two pieces meet, with the half-circle that holds them. */
export function Seam() {
  return (
    <div className="flex text-ink" aria-hidden="true">
      <div className="w-6 border-t-2 border-current" />
      <svg viewBox="0 0 36 20" className="-mx-px h-5 w-9 shrink-0" aria-hidden="true">
        <path d="M0 1h1a17 17 0 0 0 34 0h1" className="fill-none stroke-current stroke-2" />
      </svg>
      <div className="grow border-t-2 border-current" />
    </div>
  );
}
