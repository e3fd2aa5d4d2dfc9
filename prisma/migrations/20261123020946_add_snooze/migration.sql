-- Why: what nobody can go on with now stands between what somebody can. An operator puts a submission away until a time; then,
-- or when the person writes, it comes back on top. A nullable column costs a new row nothing; an older version beside this
-- one shows snoozed submissions like all others.

ALTER TABLE "submissions" ADD COLUMN "snoozed_until" TIMESTAMPTZ(3);

ALTER TABLE "submission_events"
    DROP CONSTRAINT "submission_events_type_check",
    ADD CONSTRAINT "submission_events_type_check"
        CHECK ("type" IN ('seen', 'status', 'owner', 'note', 'reply', 'mail', 'consent', 'separated', 'snooze')) NOT VALID;
