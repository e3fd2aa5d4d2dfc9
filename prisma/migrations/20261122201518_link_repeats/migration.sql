-- Why: callers that cannot send a key send a submission again, and each repeat was an item of the inbox with mails and a
-- response clock of its own. The worker now links a repeat to the first. Adds empty columns and empty indexes, each with
-- one scan of the table; constraints are not checked for rows that are there, as none can break them. An older version of
-- the service, running beside this one, stores null and links nothing.

ALTER TABLE "submissions"
    -- 128 bits of a hash; UUID is the smallest type that holds them.
    ADD COLUMN "content_hash" UUID,
    ADD COLUMN "repeat_of" INTEGER;

-- Serves: earlier submissions of the same content. The only one of these that a submission pays for.
CREATE INDEX "submissions_content_idx" ON "submissions"("content_hash", "id") WHERE (content_hash IS NOT NULL);

-- Serves: the repeats of a submission, and deleting them with it.
CREATE INDEX "submissions_repeats_idx" ON "submissions"("kind", "repeat_of") WHERE (repeat_of IS NOT NULL);

ALTER TABLE "submissions"
    ADD CONSTRAINT "submissions_kind_repeat_of_fkey" FOREIGN KEY ("kind", "repeat_of")
        REFERENCES "submissions"("kind", "id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID,
    ADD CONSTRAINT "submissions_repeat_of_check" CHECK ("repeat_of" <> "id") NOT VALID;

ALTER TABLE "submission_events"
    DROP CONSTRAINT "submission_events_type_check",
    ADD CONSTRAINT "submission_events_type_check"
        CHECK ("type" IN ('seen', 'status', 'owner', 'note', 'reply', 'mail', 'consent', 'separated')) NOT VALID;
