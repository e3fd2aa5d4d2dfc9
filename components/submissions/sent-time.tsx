import { useFormatter } from "next-intl";

/** `sentAt` in milliseconds since the epoch. */
export function SentTime({ sentAt }: { sentAt: number }) {
  const format = useFormatter();
  const date = new Date(sentAt);
  return (
    <time dateTime={date.toISOString()}>
      {format.dateTime(date, {
        day: "numeric",
        month: "long",
        year: "numeric",
        hour: "numeric",
        minute: "2-digit",
        timeZoneName: "short",
      })}
    </time>
  );
}
