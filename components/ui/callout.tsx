import type { ComponentProps } from "react";

const looks = {
  success: "border-success bg-success-soft text-success",
  danger: "border-danger bg-danger-soft",
  accent: "border-accent bg-accent-soft",
};

type Props = ComponentProps<"div"> & { look: keyof typeof looks };

/** A boxed message in the flow of a page. */
export function Callout({ look, className = "mb-6", ...props }: Props) {
  return <div className={`rounded-md border-l-4 px-4 py-3 ${looks[look]} ${className}`} {...props} />;
}
