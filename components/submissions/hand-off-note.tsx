"use client";

import { useTranslations } from "next-intl";
import type { useDraft } from "#components/forms/use-draft.ts";
import { buttonClass } from "#components/ui/button.ts";
import { Callout } from "#components/ui/callout.tsx";

type Props = { draft: Pick<ReturnType<typeof useDraft>, "offer" | "preparedBy">; decide: (isTaken: boolean) => void };

/** Says that an assistant prepared the form, or asks whether its values may replace the person's own. */
export function HandOffNote({ draft: { offer, preparedBy }, decide }: Props) {
  const t = useTranslations("handOff");
  const by = offer?.by ?? preparedBy;
  if (by === null) return null;
  // Isolated with <bdi>: a name in another script must not reorder our words.
  const values = { hasName: by ? "yes" : "no", name: () => <bdi className="font-semibold wrap-anywhere">{by}</bdi> };
  return (
    <Callout look="accent" className="" id="hand-off">
      <p>{t.rich(offer ? "offered" : "prepared", values)}</p>
      {offer && (
        <p className="mt-3 flex flex-wrap gap-3">
          <button type="button" className={buttonClass("secondary")} onClick={() => decide(true)}>
            {t("take")}
          </button>
          <button type="button" className={buttonClass("secondary")} onClick={() => decide(false)}>
            {t("keep")}
          </button>
        </p>
      )}
    </Callout>
  );
}
