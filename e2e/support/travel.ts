import type { Browser } from "playwright";
import type { SubmissionKind } from "../../lib/domain/submissions/core/submission-ref.ts";
import { byForm, byHandOff, byPages, pagesIn } from "./convention-pages.ts";
import { byIndex, byMarkdown, byMcp, byOpenApi, type Goal, type Journey } from "./convention-programs.ts";
import { Reader } from "./convention-reader.ts";
import { isNightly } from "./nightly.ts";

const stores: Record<Goal, SubmissionKind | undefined> = {
  evaluate: "evaluation",
  inquire: "inquiry",
  browse: undefined,
};

type Site = {
  origin: string;
  browser: Browser;
  countRows: (kind: SubmissionKind, language: string) => Promise<number>;
};
export type Travelled = { title: string; notes: string[]; fault: string | undefined };

/**
 * Runs a journey to each goal through each interface, in both languages, which take turns by day. A journey fails
 * unless its submission is stored exactly once.
 */
export async function* travel({ origin, browser, countRows }: Site): AsyncGenerator<Travelled> {
  const onPage = pagesIn(browser);
  const doors: [name: string, journey: Journey, goals: Goal[]][] = [
    ["index", byIndex, ["browse"]],
    ["OpenAPI", byOpenApi, ["browse", "evaluate", "inquire"]],
    ["MCP", byMcp, ["browse", "evaluate", "inquire"]],
    ["Markdown", byMarkdown, ["browse"]],
    ["pages", byPages(onPage), ["browse"]],
    ["hand-off link", byHandOff(onPage), ["evaluate", "inquire"]],
    ["form", byForm(onPage), ["evaluate", "inquire"]],
  ];
  const journeys = doors.flatMap(([door, journey, each]) =>
    each.flatMap((goal) => ["en", "es"].map((language) => ({ door, journey, goal, language }))),
  );
  for (const [at, { door, journey, goal, language }] of journeys.entries()) {
    // By day, make each journey in one language, alternating.
    if (!isNightly && at % 4 !== 0 && at % 4 !== 3) continue;
    const kind = stores[goal];
    const count = async () => (kind ? await countRows(kind, language) : 0);
    const before = await count();
    const reader = new Reader(origin, language);
    const fault = await journey(goal, reader).then(
      () => undefined,
      (error: unknown) => String(error),
    );
    const stored = (await count()) - before;
    const isRight = stored === (kind ? 1 : 0);
    const title = `${door}, ${language}: ${goal}, ${stored} stored`;
    yield { title, notes: reader.notes, fault: fault ?? (isRight ? undefined : "It is not stored once.") };
  }
}
