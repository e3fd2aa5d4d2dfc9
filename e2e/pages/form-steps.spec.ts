import { expect, type Request } from "@playwright/test";
import { formSteps } from "../../lib/domain/submissions/core/form-steps.ts";
import { buttons, expectVerdict, fillEvaluation, open, test } from "../support/site.ts";

test("counts each step once without identifying the person", async ({ page }) => {
  const counted: Request[] = [];
  page.on("request", (request) => request.url().includes("/api/form-steps") && counted.push(request));
  await open(page, "es", "/evaluation");
  const { email = "", name = "" } = await fillEvaluation(page, "es");
  await page.reload();
  await buttons.send(page, "es").click();
  await expectVerdict(page, "es");
  const queries = counted.map((request) => new URL(request.url()).searchParams);
  expect(queries.map((query) => query.get("step"))).toEqual(formSteps.evaluation);
  expect(queries.map((query) => query.get("after"))).toEqual([null, ...formSteps.evaluation.slice(0, -1)]);
  const names = new Set(queries.flatMap((query) => [...query.keys()]));
  expect([...names].sort()).toEqual(["after", "door", "form", "language", "step"]);
  for (const request of counted) {
    // If the browser sends no referer, its value is reported as empty or is missing.
    const { referer = "", ...headers } = await request.allHeaders();
    expect(referer).toBe("");
    const sent = JSON.stringify([request.url(), headers, request.postData()]);
    expect(sent).not.toMatch(/cookie|receipt/i);
    for (const text of [email, encodeURIComponent(email), name]) expect(sent).not.toContain(text);
  }
});
