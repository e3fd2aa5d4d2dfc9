import { expect } from "@playwright/test";
import { EvaluationResult } from "../../lib/domain/leads/schema.ts";
import { evaluation, query, test } from "../support/test.ts";

const sum = (score: number) => Array.from({ length: 9 }, (_, at) => Math.max(0, Math.min(2, score - at * 2)));

test.describe("an evaluation", () => {
  for (const [score, route] of [
    [0, "redirect"],
    [6.9, "redirect"],
    [7, "review"],
    [12.9, "review"],
    [13, "qualified"],
    [18, "qualified"],
  ] as const) {
    test(`with the sum ${score} is answered ${route}`, async ({ client }) => {
      const answer = await client.post("/api/leads/evaluate", evaluation({ answers: sum(score) }));
      expect(answer.status).toBe(201);
      const result = EvaluationResult.strict().parse(answer.json);
      expect(result.route).toBe(route);
      expect("schedulingUrl" in result).toBe(route === "qualified");
      const [row] = await query("SELECT route, score FROM leads WHERE id = $1", [result.id]);
      expect(row).toEqual({ route, score });
    });
  }
});
