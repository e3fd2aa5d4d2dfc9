import { NextIntlClientProvider } from "next-intl";
import { type ComponentProps, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { InboundMail, UnmatchedMail } from "#lib/domain/submissions/core/inbound.ts";
import { MailBody } from "./inbound.tsx";

const mail: InboundMail = {
  id: "1",
  receivedAt: new Date(0),
  type: "message",
  authentication: "none",
  fromName: "",
  fromAddress: "ana@x.example",
  subject: "",
  text: "",
  quoted: "",
  isShortened: false,
  files: [],
};
const files = [{ id: "1", name: "offer.pdf", mediaType: "application/pdf", isKept: true }];

test.each<[string, Partial<InboundMail>, string]>([
  ["only a file", { files }, "No text."],
  ["only a quote", { quoted: "Hello." }, "No text."],
  ["no text, and a quote too long for the page", { isShortened: true }, "No text."],
  [
    "no content, such as headers alone",
    {},
    "Nothing that can be shown here: look in the mailbox or at the mail provider.",
  ],
])("shows a placeholder for a mail with %s", (_name, change, text) => {
  expect(renderMailBody({ ...mail, ...change })).toContain(`>${text}</span>`);
});

const exportHint = "in an admin’s export of the person";
test("points to the person's export for a shortened mail only if a submission matches", () => {
  expect(renderMailBody({ ...mail, isShortened: true })).toContain(exportHint);
  const held = renderMailBody({ ...mail, isShortened: true, heldReason: "unknown", suggestion: null });
  expect(held).toContain("once newer emails are attached or discarded");
  expect(held).not.toContain(exportHint);
});

function renderMailBody(mail: InboundMail | UnmatchedMail): string {
  const intl = { locale: "en" } as ComponentProps<typeof NextIntlClientProvider>;
  return renderToStaticMarkup(createElement(NextIntlClientProvider, intl, createElement(MailBody, { mail })));
}
