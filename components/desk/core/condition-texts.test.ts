import { IntlProvider } from "next-intl";
import { createElement, type FunctionComponent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { AssistantIdentity } from "#lib/domain/submissions/core/submission.ts";
import { getDeskTextFor } from "#lib/i18n/desk-text.ts";
import { describeAssistant, ImitationNotice } from "./condition-texts.tsx";

const t = getDeskTextFor("en", "inbox");

const unknown: AssistantIdentity = { host: null, isHostName: false, oddCharacters: [] };
const byCertificate = { name: "ChatGPT", evidence: "mtls" } as const;
const byAgent = { agentName: "ChatGPT" };

describe("the description of an assistant", () => {
  test("shows the name that an unidentified assistant claims", () => {
    expect(describeAssistant(t, { ...byAgent, identity: unknown })).toBe("says it is ChatGPT");
  });

  test.each([
    ["mtls", "is ChatGPT (by certificate)"],
    ["signature", "is ChatGPT (by signature)"],
    ["egress", "is ChatGPT (by address)"],
  ] as const)("describes an assistant verified by %s with the text: %s", (evidence, text) => {
    const identity = { ...unknown, host: { name: "ChatGPT", evidence }, isHostName: true };
    expect(describeAssistant(t, { ...byAgent, identity })).toBe(text);
  });

  test("shows both the verified and the claimed name of an assistant if they differ", () => {
    const identity = { ...unknown, host: byCertificate };
    expect(describeAssistant(t, { ...byAgent, agentName: "Claude", identity })).toBe(
      "is ChatGPT (by certificate), says it is Claude",
    );
  });

  test("describes an assistant behind a website form only if its identity is verified", () => {
    const web = { agentName: null };
    expect(describeAssistant(t, { ...web, identity: { ...unknown, host: byCertificate } })).toBe(
      "is ChatGPT (by certificate)",
    );
    expect(describeAssistant(t, { ...web, identity: unknown })).toBeNull();
  });
});

test("lists the characters by which a name imitates another", () => {
  const renderNotice = (oddCharacters: string[]) =>
    renderToStaticMarkup(
      createElement(
        IntlProvider as FunctionComponent<{ locale: string }>,
        { locale: "en" },
        createElement(ImitationNotice, { ...byAgent, identity: { ...unknown, oddCharacters } }),
      ),
    );
  expect(renderNotice([])).toBe("");
  expect(renderNotice(["\u0421", "\u200b"])).toContain("has “\u0421” (U+0421), U+200B among its letters.");
});
