import type { EventDetails, SubmissionEvent } from "#lib/domain/submissions/core/events.ts";
import type { InboundMail } from "#lib/domain/submissions/core/inbound.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { MailBody } from "./mail-body.tsx";

type Props = { details: EventDetails["inbound"]; mails: InboundMail[]; events: SubmissionEvent[] };

/** An inbound mail on the timeline. A bounce also names the returned mail. */
export function InboundEntry({ details, mails, events }: Props) {
  const t = useDeskText("inbound");
  const mail = mails.find(({ id }) => id === details.inbound);
  return (
    <>
      {details.type === "bounce" && (
        <p className="font-semibold text-danger">{t(`returned.${findReturned(details, events)}`)}</p>
      )}
      {mail ? <MailBody mail={mail} /> : <p className="text-muted">{t("notShown")}</p>}
    </>
  );
}

function findReturned({ messageId }: EventDetails["inbound"], events: SubmissionEvent[]) {
  const sent = events.find((event) => event.type === "mail" && event.details.messageId === messageId);
  const mail = sent?.type === "mail" ? sent.details.mail : undefined;
  return mail === "acknowledgement" || mail === "reply" ? mail : "other";
}
