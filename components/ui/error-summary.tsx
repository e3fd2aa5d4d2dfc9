export type SummaryItem = {
  text: string /** Id of the control to mend; none for what is not a field's. */;
  fieldId?: string;
};

type Props = { title: string; items: SummaryItem[] };

/** What is wrong, on top of the form, each with a link to where it is mended. Whoever shows it moves the focus to #error-summary. */
export function ErrorSummary({ title, items }: Props) {
  if (!items.length) return null;
  return (
    <div
      id="error-summary"
      role="alert"
      tabIndex={-1}
      aria-labelledby="error-summary-title"
      className="mb-8 rounded-md border-2 border-danger bg-danger-soft p-5"
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
