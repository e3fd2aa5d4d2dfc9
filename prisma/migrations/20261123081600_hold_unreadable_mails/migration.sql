-- Why: a mail too large or too unusual to be read was refused, and told in the log and the mailbox alone. Its head is held now. The
-- table is small, and the new values include the old ones; an older version beside this one writes none of the new.

ALTER TABLE "inbound_mails"
    DROP CONSTRAINT "inbound_mails_held_reason_check",
    ADD CONSTRAINT "inbound_mails_held_reason_check" CHECK (
        "held_reason" IN ('unknown', 'other_sender', 'unauthenticated', 'unreadable')) NOT VALID;
