type SummaryItem = { text: string; fieldId?: string };

/** Forms move the focus to its ID, #error-summary. */
export function ErrorSummary({ title, items }: { title: string; items: SummaryItem[] }) {
  if (!items.length) return null;
  return (
    <div
      id="error-summary"
      role="alert"
      tabIndex={-1}
      aria-labelledby="error-summary-title"
      className="mt-4 mb-8 rounded-md border-2 border-danger bg-danger-soft p-5"
    >
      <h2 id="error-summary-title" className="text-lg text-danger">
        {title}
      </h2>
      <ul className="mt-2 space-y-1">
        {items.map(({ text, fieldId }) => (
          <li key={`${fieldId} ${text}`}>
            {fieldId ? (
              <a
                className="font-medium text-danger underline underline-offset-4"
                href={`#${fieldId}`}
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(fieldId)?.focus();
                }}
              >
                {text}
              </a>
            ) : (
              text
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
