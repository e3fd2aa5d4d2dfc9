-- Why: admins edit what the company says of itself at the desk, with versions; until now it was code in content/.

-- CreateTable
CREATE TABLE "site_versions" (
    "id" SERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor" TEXT,
    "action" TEXT NOT NULL,
    "content" JSON NOT NULL,

    CONSTRAINT "site_versions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "site_versions_action_check" CHECK ("action" IN ('started', 'changed', 'restored', 'published')),
    CONSTRAINT "site_versions_actor_check" CHECK (("actor" IS NULL) = ("action" = 'started')),
    CONSTRAINT "site_versions_content_check" CHECK (json_typeof("content") = 'object')
);
