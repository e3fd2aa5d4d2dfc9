import { expect } from "@playwright/test";
import { getPathname } from "../../lib/i18n/paths.ts";
import { nightly } from "../support/nightly.ts";
import { test } from "../support/operators.ts";
import { createDatabase } from "../support/test.ts";

const entry = { pathname: "/catalog/[slug]", params: { slug: "prize-draws" } } as const;

test("shows the configured reply time on the site's pages", nightly, async ({ startOwn }) => {
  const app = await startOwn({
    DATABASE_URL: await createDatabase(),
    REPLY_HOURS: "24",
    BUSINESS_DAYS: "mon-fri",
    BUSINESS_HOURS: "09:00-18:00",
  });
  for (const href of ["/", "/contact", "/evaluation", entry] as const) {
    const html = await (await fetch(app.url + getPathname({ href, locale: "es" }))).text();
    expect(html, String(href)).toContain("24 horas hábiles");
    expect(html, String(href)).not.toContain("48 h");
  }
});
