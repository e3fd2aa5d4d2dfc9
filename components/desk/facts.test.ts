import { NextIntlClientProvider } from "next-intl";
import { type ComponentProps, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DeskTime } from "./facts.tsx";

test.each([
  ["en", "America/Tijuana", "Nov 23, 2026, 5:19 PM", "Tijuana time"],
  ["es", "America/Mexico_City", "23 nov 2026, 19:19", "hora del centro de México"],
])("a time of the desk names its zone: %s", (locale, timeZone, shown, zone) => {
  const intl = { locale, timeZone } as ComponentProps<typeof NextIntlClientProvider>;
  const time = createElement(DeskTime, { at: new Date("2026-11-24T01:19:00Z") });
  const html = renderToStaticMarkup(createElement(NextIntlClientProvider, intl, time)).replaceAll("\u202f", " ");
  expect(html).toContain(`title="${zone}">${shown}</time>`);
});
