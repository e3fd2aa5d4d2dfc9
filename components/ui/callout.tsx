import type { ComponentProps } from "react";

const looks = {
  success: "border-success bg-success-soft text-success font-semibold",
  danger: "border-danger bg-danger-soft",
  accent: "border-accent bg-accent-soft",
};

type Props = Omit<ComponentProps<"div">, "title"> & { look: keyof typeof looks; title?: string };

export function Callout({ look, title, className = "mb-6", children, ...props }: Props) {
  return (
    <div
      className={`rounded-md border-l-4 px-4 py-3 forced-colors:border-y forced-colors:border-r ${looks[look]} ${className}`}
      {...props}
    >
      {title && <h2 className="text-lg">{title}</h2>}
      {children}
    </div>
  );
}
