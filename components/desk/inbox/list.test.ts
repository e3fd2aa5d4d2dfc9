import { NextIntlClientProvider } from "next-intl";
import { type ComponentProps, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SubmissionList } from "./list.tsx";

test.each([
  [true, "The list could not be loaded."],
  [false, "No one has written yet."],
])("says of a list without rows whether it could not be loaded: %s", (isError, expected) => {
  const list = { rows: [], isError, refetch: async () => undefined };
  const props = { list, search: "" } as unknown as ComponentProps<typeof SubmissionList>;
  const intl = { locale: "en" } as ComponentProps<typeof NextIntlClientProvider>;
  const shown = createElement(SubmissionList, props);
  expect(renderToStaticMarkup(createElement(NextIntlClientProvider, intl, shown))).toContain(expected);
});
