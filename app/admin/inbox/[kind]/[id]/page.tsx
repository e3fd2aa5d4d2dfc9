import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { formatReference, SubmissionRef } from "#lib/domain/submissions/core/submission-ref.ts";
import { getDeskText } from "#lib/i18n/get-desk-text.ts";
import { getSubmission, markSeen } from "#lib/server/submissions/inbox/get-submission.ts";
import { type DeskPageProps, orNotFound } from "../../../../pages.ts";
import { requirePageOperator } from "../../../session.ts";
import { renderInbox } from "../../inbox-page.tsx";

type Props = DeskPageProps<{ kind: string; id: string }>;

/** Leaves the person's name out of the title, because titles stay in the browser's history. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getDeskText("inbox");
  await requirePageOperator();
  const ref = SubmissionRef.safeParse(await params).data;
  return { title: ref ? `${t(`kind.${ref.kind}`)} ${formatReference(ref)}` : t("title") };
}

export default async function SubmissionPage({ params, searchParams }: Props) {
  const operator = await requirePageOperator();
  const ref = SubmissionRef.safeParse(await params).data;
  if (!ref) notFound();
  const context = { operator, now: new Date() };
  const markSeenAndGet = async () => {
    await markSeen(ref, context);
    return getSubmission(ref, context);
  };
  return renderInbox(await searchParams, orNotFound(markSeenAndGet), context);
}
