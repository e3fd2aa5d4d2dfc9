import { expect, type Page } from "@playwright/test";
import { questions } from "../../lib/domain/submissions/core/questions.ts";

/** Returns answers by question key. `points` has 0, 1 or 2 for each question. */
export function toAnswers(points: readonly number[]): Record<string, string> {
  return Object.fromEntries(questions.map(({ key, options }, at) => [key, options[points[at] ?? 0] ?? ""]));
}

/** Expects these texts and answers in the form, including its hidden steps. `values` are by field and question key. */
export async function expectValues(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const isAnswer = questions.some(({ key }) => key === name);
    if (isAnswer) await expect(page.locator(`input[name=${name}][value="${value}"]`)).toBeChecked();
    else await expect(page.locator(`#${name}`)).toHaveValue(value);
  }
}
