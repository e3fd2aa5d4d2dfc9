/** A keyboard key beside a label. Unless `isSpoken`, screen readers skip it, because the help lists all keys. */
export function KeyboardKey({ children, isSpoken = false }: { children: string; isSpoken?: boolean }) {
  if (!children) return null;
  return (
    <kbd
      aria-hidden={!isSpoken}
      className={`${isSpoken ? "" : "max-sm:hidden"} min-w-6 rounded-sm border border-line bg-paper px-1.5 text-center font-sans text-[0.8125rem] leading-5 text-muted`}
    >
      {children}
    </kbd>
  );
}
