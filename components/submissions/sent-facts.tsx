import { useFormatter } from "next-intl";
import type { ReactNode } from "react";

type Props = {
  reference: { label: string; id: number };
  /** `at` in milliseconds since the epoch. */
  time: { label: string; at: number };
  children?: ReactNode;
};

/** The reference number of a submission and when it was sent, in a description list. */
export function SentFacts({ reference, time, children }: Props) {
  const format = useFormatter();
  const date = new Date(time.at);
  const [day, clock] = [
    { day: "numeric", month: "long", year: "numeric" },
    { hour: "numeric", minute: "2-digit" },
  ] as const;
  return (
    <dl className="flex flex-wrap gap-x-12 gap-y-4">
      <div>
        <dt className="text-sm text-muted">{reference.label}</dt>
        <dd className="font-display text-2xl font-bold">{reference.id}</dd>
      </div>
      <div>
        <dt className="text-sm text-muted">{time.label}</dt>
        <dd className="pt-1.5">
          <time dateTime={date.toISOString()}>
            {format.dateTime(date, { ...day, ...clock, timeZoneName: "short" })}
          </time>
        </dd>
      </div>
      {children}
    </dl>
  );
}
