-- Why: strangers' wrong passwords must not keep an operator out. The devices and networks from which operators have
-- signed in are remembered, as hashes, so that attempts from there are counted apart from everybody else's.

CREATE TABLE "known_places" (
    "key" TEXT NOT NULL,
    "operator_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "known_places_pkey" PRIMARY KEY ("key", "operator_id")
);

ALTER TABLE "known_places" ADD CONSTRAINT "known_places_operator_id_fkey"
    FOREIGN KEY ("operator_id") REFERENCES "operators"("id") ON DELETE CASCADE ON UPDATE CASCADE;
