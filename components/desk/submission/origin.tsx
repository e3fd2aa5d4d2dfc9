import { pathOfPeople } from "#lib/domain/people/people-path.ts";
import type { Submission } from "#lib/domain/submissions/submission.ts";
import { adminText, deskTime } from "#lib/i18n/admin-text.ts";
import { consentText } from "./consent-text.ts";
import { type Fact, Facts } from "./facts.tsx";

const t = adminText("inbox");
const people = adminText("people");

/** Who has sent it, how they are reached, and what was said of consent; for admins, the way to all that is held on them. */
export function Person({ submission, isAdmin }: { submission: Submission; isAdmin: boolean }) {
  const { email } = submission;
  const own: Fact[] =
    submission.kind === "evaluation"
      ? [
          { term: t("role"), value: submission.role },
          { term: t("company"), value: submission.company },
          { term: t("phone"), value: submission.phone },
          { term: t("discovery"), value: submission.discoverySource },
        ]
      : [{ term: t("topic"), value: submission.topic }];
  return (
    <>
      <Facts
        facts={[
          {
            term: t("email"),
            value: (
              <a className="link" href={`mailto:${encodeURIComponent(email)}`}>
                {email}
              </a>
            ),
          },
          ...own,
          { term: t("languageLabel"), value: t(`language.${submission.language}`) },
          { term: t("consent"), value: consentText(submission) },
        ]}
      />
      {isAdmin && (
        <a className="link mt-2 inline-block py-2" href={pathOfPeople(submission)}>
          {people("all")}
        </a>
      )}
    </>
  );
}

/** How it came here. */
export function Origin({ submission }: { submission: Submission }) {
  const { channel, sourcePage, landingPage, referrer, utm, requestId, createdAt } = submission;
  return (
    <>
      <Facts
        facts={[
          { term: t("submitted"), value: deskTime(createdAt) },
          { term: t("channelLabel"), value: t(`channel.${channel}`) },
          { term: t("sourcePage"), value: sourcePage },
          { term: t("landingPage"), value: landingPage },
          { term: t("referrer"), value: referrer },
          { term: t("reference"), value: requestId },
        ]}
      />
      {utm.length > 0 && (
        <div className="mt-4 rounded-sm bg-paper px-3 py-2">
          {/* The sender chose the names as well: they stand apart from what the desk says itself. */}
          <h3 className="mb-2 text-sm font-semibold">{t("utm")}</h3>
          <Facts facts={utm.map(([term, value]) => ({ term, value }))} />
        </div>
      )}
    </>
  );
}
