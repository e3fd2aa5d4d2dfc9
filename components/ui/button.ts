const shape =
  "inline-flex min-h-12 cursor-pointer items-center justify-center gap-2 rounded-full py-2.5 font-semibold transition-colors duration-150 aria-disabled:cursor-default aria-disabled:opacity-60";

const looks = {
  // With forced colours, only the border is visible, so this one is thicker than those of the other looks.
  primary:
    "border border-transparent bg-primary px-6 text-on-primary hover:bg-primary-strong forced-colors:border-3 forced-colors:px-5.5",
  secondary:
    "border border-edge px-6 bg-surface text-ink hover:border-primary hover:text-primary aria-expanded:border-primary aria-expanded:bg-primary-soft",
  quiet: "-mx-1 px-1 text-primary underline underline-offset-4 hover:text-primary-strong",
};

export type ButtonLook = keyof typeof looks;

export function buttonClass(look: ButtonLook = "primary"): string {
  return `${shape} ${looks[look]}`;
}
