-- Why: nobody is sent a weekly overview any more. Older code plans none during the upgrade.
UPDATE "operators" SET "overview_at" = NULL WHERE "overview_at" IS NOT NULL;
DELETE FROM "mails" WHERE "mail" = 'overview';
