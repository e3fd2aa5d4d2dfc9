-- Why: the inbox says who has written since anybody looked, and lists by the last message; a search of the events of every
-- row would be too slow. An operator passes a message on to an address (forward), or sends copies of a reply: one mail for
-- each address, so that a refused one stops no other. Nullable columns cost a new row nothing; an older version beside this
-- one leaves them alone and hides forwards.

ALTER TABLE "submissions"
    ADD COLUMN "last_message_at" TIMESTAMPTZ(3),
    ADD COLUMN "message_state" TEXT,
    ADD CONSTRAINT "submissions_message_state_check" CHECK (
        ("message_state" IS NULL) = ("last_message_at" IS NULL) AND "message_state" IN ('unread', 'read', 'sent')) NOT VALID;

ALTER TABLE "mails" ADD COLUMN "copy_index" SMALLINT;

ALTER TABLE "submission_events"
    DROP CONSTRAINT "submission_events_type_check",
    ADD CONSTRAINT "submission_events_type_check"
        CHECK ("type" IN (
            'seen', 'status', 'owner', 'note', 'reply', 'mail', 'consent', 'separated', 'snooze', 'inbound',
            'booking', 'forward')) NOT VALID;
