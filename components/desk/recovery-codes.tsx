import { adminText } from "#lib/i18n/admin-text.ts";

const t = adminText("auth");

/** Recovery codes, to be copied now. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <ul className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-sm bg-paper px-3 py-2 font-mono sm:grid-cols-3">
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
  );
}

/** Codes that have just been made. */
export function NewCodes({ codes }: { codes: string[] }) {
  return (
    <section
      aria-labelledby="new-codes"
      className="mb-8 max-w-3xl rounded-md border-l-4 border-success bg-success-soft px-4 py-3"
    >
      <h2 id="new-codes" className="text-lg text-success">
        {t("account.codesNew")}
      </h2>
      <p className="mb-3 max-w-[60ch]">{t("account.codesNewHint")}</p>
      <RecoveryCodes codes={codes} />
    </section>
  );
}
