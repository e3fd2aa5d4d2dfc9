"use client";

import { useEffect, useState } from "react";
import { bodyText } from "#lib/domain/mail/plain-text.ts";
import { codePointLength } from "#lib/domain/text.ts";

type Props = {
  fieldId: string;
  max: number;
  /** What the field's schema counts: what is typed, or what is mailed of it. */
  counted: "typed" | "mailed";
  /** With # for the length. */
  texts: { near: string; over: string };
};

/** Says how long a text is once it comes near its bound, and keeps the form from being sent beyond it: nothing is cut. */
export function CharacterCount({ fieldId, max, counted, texts: { near, over } }: Props) {
  const [text, setText] = useState("");
  useEffect(() => {
    const field = document.getElementById(fieldId);
    if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) return;
    const count = () => {
      const length = codePointLength(counted === "mailed" ? bodyText(field.value) : field.value);
      const told = (words: string) => words.replace("#", length.toLocaleString("en"));
      const isOver = length > max;
      field.setCustomValidity(isOver ? told(over) : "");
      setText(isOver ? told(over) : length > max * 0.9 ? told(near) : "");
    };
    count();
    field.addEventListener("input", count);
    return () => field.removeEventListener("input", count);
  }, [fieldId, max, counted, near, over]);
  return (
    <p aria-live="polite" className="text-sm text-muted">
      {text}
    </p>
  );
}
