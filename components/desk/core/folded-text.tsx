"use client";

import { useLayoutEffect, useRef, useState } from "react";
import { useDeskText } from "#lib/i18n/desk-text.ts";

/** Inside the newest message, shows the beginning of a long text, so that the reply below stays in sight. */
export function FoldedText({ text }: { text: string }) {
  const t = useDeskText("inbox");
  const element = useRef<HTMLSpanElement>(null);
  const [isWhole, setIsWhole] = useState(false);
  const [isCut, setIsCut] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measures each text.
  useLayoutEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = element.current ?? {};
    setIsCut(scrollHeight > clientHeight + 1);
  }, [text]);
  return (
    <>
      <span
        ref={element}
        className={`block leading-6 wrap-anywhere whitespace-pre-line ${isWhole ? "" : "in-[#newest-message]:line-clamp-4 sm:in-[#newest-message]:line-clamp-6"}`}
        dir="auto"
      >
        {text}
      </span>
      {isCut && !isWhole && (
        <button type="button" className="link min-h-6 cursor-pointer text-sm" onClick={() => setIsWhole(true)}>
          {t("showAll")}
        </button>
      )}
    </>
  );
}
