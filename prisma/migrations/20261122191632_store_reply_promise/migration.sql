-- Why: a reply is promised by settings, in working time. A promise that was made must stay as it was made when the settings
-- change, so that it is stored with its submission, together with the hours by which it is worded. Null in older rows, to which 48 hours were promised; an older version
-- of the service, running beside this one, stores null and means the same.

ALTER TABLE "submissions"
    ADD COLUMN "reply_due_at" TIMESTAMPTZ(3),
    ADD COLUMN "reply_warning_at" TIMESTAMPTZ(3),
    ADD COLUMN "reply_hours" SMALLINT,
    ADD COLUMN "reply_hours_run" TEXT;
