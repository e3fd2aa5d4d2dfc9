"use client";

import { useTranslations } from "next-intl";

type Props = { topic: string; onRemove: () => void };

/** What the inquiry is about, and how to make it about nothing in particular. */
export function TopicTag({ topic, onRemove }: Props) {
  const t = useTranslations("contact");
  return (
    <p className="flex w-full items-center justify-between gap-4 rounded-md bg-accent-soft px-4 py-1.5">
      <span className="wrap-anywhere">{t.rich("about", { topic, strong: (text) => <strong>{text}</strong> })}</span>
      <button type="button" className="link min-h-9 cursor-pointer" onClick={onRemove}>
        {t("removeTopic")}
      </button>
    </p>
  );
}
