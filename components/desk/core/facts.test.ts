import { NextIntlClientProvider } from "next-intl";
import { type ComponentProps, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DeskTime } from "./facts.tsx";

test.each([
  ["en", "America/Tijuana", "Nov_23,_2026, 5:19_PM", "Tijuana time"],
  ["es-MX", "America/Mexico_City", "23_nov_2026, 7:19_p.m.", "hora del centro de México"],
])("breaks a time only between day and hour, and names its zone: %s", (locale, timeZone, shown, zone) => {
  const intl = { locale, timeZone } as ComponentProps<typeof NextIntlClientProvider>;
  const time = createElement(DeskTime, { at: new Date("2026-11-24T01:19:00Z") });
  const html = renderToStaticMarkup(createElement(NextIntlClientProvider, intl, time)).replaceAll("\u00a0", "_");
  expect(html).toContain(`title="${zone}">${shown}</time>`);
});
