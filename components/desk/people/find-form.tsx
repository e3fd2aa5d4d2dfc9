import { buttonClass } from "#components/ui/button.ts";
import { Field } from "#components/ui/field.tsx";
import { adminText } from "#lib/i18n/admin-text.ts";

const t = adminText("people");

/** Posts, so that the address stands in no address of the web. */
export function FindForm() {
  return (
    <section aria-labelledby="find" className="max-w-xl">
      <h2 id="find" className="mb-3 text-xl">
        {t("find.title")}
      </h2>
      <form method="post" action="/api/admin/people/find" className="grid justify-items-start gap-4">
        <div className="w-full">
          <Field
            id="email"
            type="text"
            inputMode="email"
            label={t("find.email")}
            hint={t("find.hint")}
            autoComplete="off"
            spellCheck={false}
            required
          />
        </div>
        <button type="submit" className={buttonClass()}>
          {t("find.submit")}
        </button>
      </form>
    </section>
  );
}
