"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { PageTools } from "#components/catalog/page-tools.tsx";
import { buttonClass } from "#components/ui/button.ts";
import { operatorRoles } from "#lib/domain/access/operator.ts";
import { accessOperations } from "#lib/domain/access/sign-in.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { AccessForm } from "./access-form.tsx";
import { ShownOnce } from "./shown-once.tsx";

/** Shows the invitation link until the operator leaves the page. */
export function InviteForm() {
  const t = useDeskText("auth");
  const router = useRouter();
  const [role, setRole] = useState<string>("member");
  const [link, setLink] = useState<{ email: string; url: string }>();
  return (
    <section aria-labelledby="invite" className="mt-10 max-w-md">
      <h2 id="invite" className="mb-2 text-xl">
        {t("operators.invite")}
      </h2>
      <p className="mb-5 text-muted">{t("operators.inviteHint")}</p>
      {link && (
        <ShownOnce
          key={link.url}
          id="new-link"
          title={t("operators.link", { email: link.email })}
          hint={t("operators.linkHint")}
        >
          <p className="rounded-sm bg-surface px-3 py-2 font-mono break-all">
            <code id="invitation-link">{link.url}</code>
          </p>
          <button type="button" data-copy="invitation-link" className={`group mt-3 ${buttonClass("secondary")}`}>
            <span className="group-data-done:hidden">{t("operators.copy")}</span>
            <span className="hidden group-data-done:inline">{t("operators.copied")}</span>
          </button>
          <PageTools texts={{ copied: t("operators.copied"), failed: t("operators.copyFailed") }} />
        </ShownOnce>
      )}
      <AccessForm
        id="invite-form"
        operation={accessOperations.inviteOperator}
        controls={[{ name: "email", type: "email", label: t("operators.email"), autoComplete: "off" }]}
        body={{ role }}
        submit={t("operators.submit")}
        problems={{ conflict: t("operators.conflict") }}
        onDone={(made, clear) => {
          clear();
          setLink(made);
          router.refresh();
        }}
      >
        <fieldset aria-describedby="role-hint">
          <legend className="mb-1 font-semibold">{t("operators.role")}</legend>
          <p id="role-hint" className="mb-2 text-sm text-muted">
            {t("operators.roleHint")}
          </p>
          {operatorRoles.toReversed().map((each) => (
            <label key={each} className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="radio"
                name="role"
                value={each}
                checked={role === each}
                onChange={() => setRole(each)}
                className="size-5"
              />
              {t(`operators.${each}`)}
            </label>
          ))}
        </fieldset>
      </AccessForm>
    </section>
  );
}
