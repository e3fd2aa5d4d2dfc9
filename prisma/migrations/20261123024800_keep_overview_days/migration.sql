-- Why: the overview counted every submission of its weeks whenever somebody looked. What a day has that is over is counted
-- once and kept; what changes later says so, and the day is counted again. Both tables are new and small; while an older
-- version runs beside this one, the triggers mark what it changes.

CREATE TABLE "overview_days" (
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "figures" JSON NOT NULL,
    "valid_until" TIMESTAMPTZ(3),

    CONSTRAINT "overview_days_pkey" PRIMARY KEY ("starts_at", "ends_at")
);

-- A row for each change, so that those who change never wait for one another.
CREATE TABLE "overview_stale" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "overview_stale_pkey" PRIMARY KEY ("id")
);

CREATE FUNCTION mark_overview_stale() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO overview_stale (created_at) VALUES (coalesce(OLD.created_at, NEW.created_at));
    RETURN NULL;
END
$$;

-- Days are kept a day and a half after their end at the earliest (lib/server/submissions/overview-days): a fresh submission
-- is in none, and neither its arrival nor the worker's update costs more than this comparison.
CREATE TRIGGER "submissions_overview_insert" AFTER INSERT ON "submissions"
    FOR EACH ROW WHEN (NEW.created_at < now() - INTERVAL '24 hours') EXECUTE FUNCTION mark_overview_stale();
CREATE TRIGGER "submissions_overview_update" AFTER UPDATE OF "created_at", "channel", "agent_name", "utm", "referrer", "status",
    "close_reason", "replied_at", "reply_due_at", "repeat_of", "consent_confirmed_at", "consent_withdrawn_at" ON "submissions"
    FOR EACH ROW WHEN (OLD.created_at < now() - INTERVAL '24 hours' AND
        (OLD.created_at, OLD.channel, OLD.agent_name, OLD.utm, OLD.referrer, OLD.status, OLD.close_reason, OLD.replied_at,
            OLD.reply_due_at, OLD.repeat_of, OLD.consent_confirmed_at, OLD.consent_withdrawn_at)
        IS DISTINCT FROM
        (NEW.created_at, NEW.channel, NEW.agent_name, NEW.utm, NEW.referrer, NEW.status, NEW.close_reason, NEW.replied_at,
            NEW.reply_due_at, NEW.repeat_of, NEW.consent_confirmed_at, NEW.consent_withdrawn_at))
    EXECUTE FUNCTION mark_overview_stale();
CREATE TRIGGER "submissions_overview_delete" AFTER DELETE ON "submissions"
    FOR EACH ROW WHEN (OLD.created_at < now() - INTERVAL '24 hours') EXECUTE FUNCTION mark_overview_stale();
