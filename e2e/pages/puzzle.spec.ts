import { expect, type Page } from "@playwright/test";
import { receiptParameter } from "../../lib/domain/submissions/core/first-touch.ts";
import { questions } from "../../lib/domain/submissions/core/questions.ts";
import { receiptHeader } from "../../lib/domain/submissions/intake/receipt.ts";
import {
  answerByKeys,
  answersFor,
  expectStep,
  getChoice,
  getOptions,
  open,
  openCheckStep,
  test,
  texts,
} from "../support/site.ts";
import { evaluation } from "../support/test.ts";

const getPieces = (page: Page) => page.locator("#evaluation svg > g > use");

/** Expects that the puzzle pieces of exactly these questions, by number, are in place. */
async function expectPiecesInPlace(page: Page, expected: number[]): Promise<void> {
  const read = () =>
    getPieces(page).evaluateAll((all) =>
      all.flatMap((piece, at) => {
        const { opacity, translate, rotate } = getComputedStyle(piece);
        return opacity === "1" && translate === "none" && rotate === "none" ? [at + 1] : [];
      }),
    );
  await expect.poll(read).toEqual(expected);
}

const all = questions.map((_, at) => at + 1);

test("moves a puzzle piece into place for each answer without covering text", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await open(page, "es", "/evaluation");
  const listWidths = () =>
    getPieces(page).evaluateAll((pieces) =>
      pieces.map((piece) => Math.round((piece as SVGUseElement).getBBox().width)),
    );
  await expect.poll(listWidths).toEqual([155, 155, 135, 175, 135, 155, 135, 155, 135]);
  await expectPiecesInPlace(page, []);
  // The puzzle is decoration, so it is hidden from screen readers.
  await expect(page.locator("#evaluation [aria-hidden=true] > svg")).toHaveCount(1);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await getChoice(page, getOptions(questions[0].key, "es")[0]).click();
  const moving = page.locator("#evaluation svg").evaluate((svg) => svg.getAnimations({ subtree: true }).length);
  expect(await moving, "with reduced motion").toBe(0);
  await expectPiecesInPlace(page, [1]);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await expectStep(page, questions[1].key);
  await answerByKeys(page, [1, 2]);
  await expectPiecesInPlace(page, [1, 2, 3]);
  await answerByKeys(page, answersFor.review.slice(3));
  await expectPiecesInPlace(page, all);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const drawing = await page.locator("#evaluation svg").boundingBox();
    for (const text of await page.locator("#evaluation :is(p, h2, label):visible").all()) {
      const words = await text.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        return { left, right, top, bottom };
      });
      const isBeside = drawing && (words.right <= drawing.x || words.top >= drawing.y + drawing.height);
      expect(isBeside || (drawing && words.bottom <= drawing.y), `${width} pixels`).toBe(true);
    }
  }
});

test("restores the puzzle pieces with a draft, and removes them on starting over", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await openCheckStep(page, "en");
  await expectPiecesInPlace(page, all);
  const looks = await page.locator("#evaluation svg").evaluate((svg) => {
    const read = (selector: string, property: "fill" | "stroke") => {
      const element = svg.querySelector(selector);
      return element && getComputedStyle(element)[property];
    };
    return [read(":scope > use", "stroke"), read("g > use", "fill"), read("g > use", "stroke")];
  });
  expect(looks[0]).toBe(looks[1]);
  expect(looks[2]).not.toBe(looks[1]);
  await page.getByRole("button", { name: texts.en("form.startOver"), exact: true }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: texts.en("form.startOverYes") })
    .click();
  await expectStep(page, questions[0].key);
  await expectPiecesInPlace(page, []);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("moves puzzle pieces into place for chosen options without JavaScript", async ({ page }) => {
    await page.goto("/en/evaluation");
    await page.locator("input[name=budget]").first().check();
    await expectPiecesInPlace(page, [4]);
  });
});

test("draws the project's puzzle piece for the verdict as fitting, askew or missing", async ({ page, client }) => {
  const looks = { qualified: [true, "none"], review: [true, "9deg"], redirect: [false, "none"] };
  for (const [route, points] of Object.entries(answersFor)) {
    const sent = await client.post("/api/leads/evaluate", evaluation({ answers: points }));
    const query = `?${receiptParameter}=${sent.headers.get(receiptHeader)}`;
    await open(page, "en", "/evaluation/result", query);
    const project = page.getByRole("main").locator("svg > g > use").nth(8);
    expect([await project.isVisible(), await project.evaluate((piece) => getComputedStyle(piece).rotate)]).toEqual(
      looks[route as keyof typeof looks],
    );
  }
});
