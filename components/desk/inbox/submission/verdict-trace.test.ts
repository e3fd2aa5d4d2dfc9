import { NextIntlClientProvider } from "next-intl";
import { type ComponentProps, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { toJudgedAnswers } from "#lib/domain/submissions/core/questions.ts";
import type { EvaluationDetails } from "#lib/domain/submissions/core/submission.ts";
import { VerdictTrace } from "./verdict-trace.tsx";

test("describes a score between two options alike in the answer table and in the alternatives", () => {
  const evaluation = {
    answers: toJudgedAnswers([2, 1, 0, 0.5, 2, 2, 2, 1, 2]),
    score: 12.5,
    route: "review",
    cutOffs: { review: 7, qualified: 13 },
    whatIf: {
      better: [{ changes: [{ question: 3, from: 0.5, to: 1 }], score: 13, route: "qualified" }],
      worse: [],
    },
  } as unknown as EvaluationDetails;
  const intl = { locale: "en" } as ComponentProps<typeof NextIntlClientProvider>;
  const html = renderToStaticMarkup(
    createElement(NextIntlClientProvider, intl, createElement(VerdictTrace, { evaluation })),
  );
  const text = html.replace(/<[^>]+>/g, " ").replace(/ +/g, " ");
  expect(text).toContain("Between two options 0.5 ");
  expect(text).toContain("one answer changed → 13 of 18 points");
  expect(text).toMatch(/\? Between two options → \S/);
});
