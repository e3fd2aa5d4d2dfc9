import type { Metadata } from "next";
import { AccessPage, InvitationForm } from "#components/desk/access/access-forms.tsx";
import { buttonClass } from "#components/ui/button.ts";
import { signInPath } from "#lib/domain/access/return-path.ts";
import { getDeskText } from "#lib/i18n/get-desk-text.ts";
import { findInvitation } from "#lib/server/access/invitations.ts";
import { readSite } from "#lib/server/site.ts";
import type { DeskPageProps } from "../../../../pages.ts";

/** Sends no referrer, because the URL is a secret that other sites must not see. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getDeskText("auth");
  return { title: t("invitation.title"), referrer: "no-referrer" };
}

export default async function InvitationPage({ params }: DeskPageProps<{ token: string }>) {
  const t = await getDeskText("auth");
  const { token } = await params;
  const invitation = await findInvitation({ token }, { now: new Date() });
  const { name } = await readSite();
  if (!invitation) {
    return (
      <AccessPage title={t("invitation.over")} site={name}>
        <p className="mb-6">{t("invitation.overHint")}</p>
        <a href={signInPath} className={buttonClass("secondary")}>
          {t("invitation.toSignIn")}
        </a>
      </AccessPage>
    );
  }
  return (
    <AccessPage title={t("invitation.title")} site={name}>
      <InvitationForm token={token} {...invitation} />
    </AccessPage>
  );
}
