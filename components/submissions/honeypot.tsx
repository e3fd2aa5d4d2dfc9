"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";

/** For machines that fill in whatever they find: people neither see it nor reach it, and browsers do not fill it. */
export function Honeypot({ control }: { control: ComponentProps<"input"> }) {
  const t = useTranslations("form");
  return (
    <div hidden>
      <label>
        {t("leaveEmpty")}
        <input
          {...control}
          name="website"
          type="text"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore
          data-lpignore="true"
        />
      </label>
    </div>
  );
}
