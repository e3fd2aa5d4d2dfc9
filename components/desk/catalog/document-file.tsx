"use client";

import { useEffect, useState } from "react";

type Props = {
  /** Id of the field that takes the text. */
  into: string;
  label: string;
  hint: string;
};

/** A file whose text is put into a field of the form. Without script there is the field alone. */
export function DocumentFile({ into, label, hint }: Props) {
  const [hasScript, setHasScript] = useState(false);
  useEffect(() => setHasScript(true), []);
  if (!hasScript) return null;
  return (
    <div>
      <label htmlFor="document-file" className="mb-1 block font-semibold">
        {label}
      </label>
      <p id="document-file-hint" className="mb-2 text-sm text-muted">
        {hint}
      </p>
      <input
        id="document-file"
        type="file"
        accept=".json,application/json"
        aria-describedby="document-file-hint"
        className="block min-h-12 w-full rounded-sm border border-edge bg-surface px-3.5 py-2.5 file:mr-4 file:cursor-pointer file:rounded-full file:border file:border-edge file:bg-transparent file:px-4 file:py-1 file:font-semibold file:text-ink"
        onChange={async ({ currentTarget: { files } }) => {
          const field = document.getElementById(into);
          const text = await files?.[0]?.text();
          if (field instanceof HTMLTextAreaElement && text !== undefined) field.value = text;
        }}
      />
    </div>
  );
}
