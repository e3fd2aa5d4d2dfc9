-- Why: an assistant that can only read gives the person a link that opens the site's form filled, and the desk shows which
-- assistant that was. Null without such a link, in older rows, and from an older version of the service beside this one. A
-- CHECK would read every row, so that the length is the column's type.

ALTER TABLE "submissions" ADD COLUMN "assisted_by" VARCHAR(120);
