import { UnmatchedBookings } from "#components/desk/bookings/unmatched-bookings.tsx";
import { Desk } from "#components/desk/desk.tsx";
import { Inbox } from "#components/desk/inbox/inbox.tsx";
import { HoldNotice, MissingWorkerNotice, UnsentNotice } from "#components/desk/mail/notices.tsx";
import { isAdmin, type OperatorContext } from "#lib/domain/access/operator.ts";
import type { Submission } from "#lib/domain/submissions/core/submission.ts";
import { parseInboxQuery, toFirstPage, toQuery } from "#lib/domain/submissions/inbox/inbox-query.ts";
import type { DeskText } from "#lib/i18n/desk-text.ts";
import { getDeskText } from "#lib/i18n/get-desk-text.ts";
import { listUnmatchedBookings } from "#lib/server/bookings/unmatched-bookings.ts";
import { countDeadMails, findMailHold } from "#lib/server/mail/mail-queue.ts";
import { findMissingWorker } from "#lib/server/queue/pending-mails.ts";
import { listOwners, listSubmissions } from "#lib/server/submissions/inbox/list-submissions.ts";
import { findReplyRate, type RepliedInTime, reviewedDays } from "#lib/server/submissions/overview/count-replies.ts";
import type { PageQuery } from "../../pages.ts";

export async function renderInbox(params: PageQuery, reading: Promise<Submission> | null, context: OperatorContext) {
  const { operator, now } = context;
  const query = toFirstPage(parseInboxQuery(params));
  const [submission, page, owners, timely, unsent, missingWorker, hold, bookings] = await Promise.all([
    reading,
    listSubmissions(query, context),
    listOwners(context),
    findReplyRate(context),
    countDeadMails({ operator }),
    findMissingWorker("desk"),
    findMailHold("desk"),
    listUnmatchedBookings(context),
  ]);
  const [mail, inbox, list] = [await getDeskText("mail"), await getDeskText("inbox"), await getDeskText("list")];
  return (
    <Desk operator={operator} current="inbox" isFull>
      <Inbox
        initial={{ search: String(toQuery(query)), page, submission }}
        owners={owners}
        me={{ id: operator.id, name: operator.name }}
        isAdmin={isAdmin(operator)}
        now={now}
        timely={timely && formatTimelyReplies(inbox, list, timely)}
        notices={
          <>
            <UnsentNotice count={unsent} />
            <HoldNotice hold={hold}>
              <a className="link py-1.5" href="/admin/mail">
                {mail("hold.link")}
              </a>
            </HoldNotice>
            <MissingWorkerNotice missing={missingWorker} />
            <UnmatchedBookings bookings={bookings} />
          </>
        }
      />
    </Desk>
  );
}

function formatTimelyReplies(
  inbox: DeskText<"inbox">,
  list: DeskText<"list">,
  { inTime, total, share }: RepliedInTime,
) {
  const none = inbox("inTimeNone", { days: reviewedDays });
  if (share === null) return { short: "", long: none };
  return { short: list("inTime", { share }), long: inbox("inTime", { days: reviewedDays, share, inTime, total }) };
}
