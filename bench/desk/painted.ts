// The desk in a browser: from a key to the frame that shows what it did, and pages until their largest part is painted.
import { chromium, type Page } from "@playwright/test";
import { findChromium } from "../../e2e/support/chromium.ts";
import type { App } from "../../scripts/processes.ts";
import { atEnd } from "../../scripts/run-check.ts";
import { printTimes, timeInTurns, timeOneByOne } from "./time-cases.ts";

const paintedMax = 200;
const list = "main ol[aria-label='Submissions']";
const article = "main article";
const heading = `${article} h2`;

type Step = {
  /** Pressed before, one after the other; what they do does not count. */
  before?: readonly string[];
  typed?: (turn: number) => string;
  key: string;
  /** Its text changes when the key has done its work. */
  shows: string;
};

const steps: Record<string, Step> = {
  "open a submission": { before: ["Escape", "j"], key: "Enter", shows: heading },
  "go to the next one": { key: "j", shows: article },
  "change its status": { before: ["j", "s"], key: "Enter", shows: article },
  "undo that": { before: ["j", "s", "Enter"], key: "z", shows: article },
  "search for a rare word": { before: ["Escape", "/"], typed: (turn) => `R${turn * 97}`, key: "Enter", shows: "main" },
  "search for a common word": {
    before: ["/"],
    typed: (turn) => (turn % 2 ? "loyalty" : "sweepstakes"),
    key: "Enter",
    shows: "main",
  },
};

const pages = {
  "the inbox": "/admin/inbox",
  "a submission": "/admin/inbox/evaluation/",
  "the overview": "/admin/overview",
};
/** A person looks at what came before; its scripts have run by then. */
const restMilliseconds = 300;

/** @returns true if everything was painted */
export async function watchPaints({ url }: App, cookie: string, leadCount: number, passes: number): Promise<boolean> {
  console.log("Watching the desk in a browser …");
  const browser = await chromium.launch(await findChromium());
  await atEnd(() => browser.close());
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-US" });
  const [name = "", value = ""] = cookie.split("=");
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: "Lax" }]);
  const page = await context.newPage();
  let turn = 0;
  const ask = async (_params: object, name: string) => {
    turn++;
    await page.waitForTimeout(restMilliseconds);
    const step = steps[name];
    if (step) return timeStep(page, step, turn);
    const path = pages[name as keyof typeof pages];
    return timePage(page, `${url}${path}${path.endsWith("/") ? leadCount - turn * 7 : ""}`);
  };
  await page.goto(`${url}/admin/inbox`);
  await page.locator(`${list} a`).first().waitFor();
  const timing = (names: string[]) => {
    const cases = Object.fromEntries(names.map((each) => [each, () => ({})]));
    return { cases, leadCount, passes, ask };
  };
  // A step goes on where the one before has ended; pages take turns, as one after itself is a warmer one.
  const times = [
    ...(await timeOneByOne(timing(Object.keys(steps)))),
    ...(await timeInTurns(timing(Object.keys(pages)))),
  ];
  const heading = `the desk of ${leadCount} leads, until painted in Chromium`;
  const isFlawless = printTimes({ heading, target: paintedMax }, times, passes);
  await browser.close();
  return isFlawless;
}

async function timeStep(page: Page, { before = [], typed, key, shows }: Step, turn: number): Promise<number> {
  for (const each of before) {
    await page.keyboard.press(each);
    await page.waitForTimeout(150);
  }
  if (typed) await page.keyboard.type(typed(turn));
  const painted = await page.evaluateHandle(timeNextKey, shows);
  await page.keyboard.press(key);
  const milliseconds = await painted.evaluate(({ promise }) => promise);
  await page.waitForTimeout(300);
  return milliseconds;
}

/**
 * Runs in the page. From the next key until the frame after the one in which the text of `shows` is another one. The promise
 * is in an object, so that it is not waited for before the key.
 */
function timeNextKey(shows: string): { promise: Promise<number> } {
  const read = () => document.querySelector(shows)?.textContent ?? "";
  const before = read();
  const promise = new Promise<number>((resolve, reject) => {
    const onKey = (event: KeyboardEvent) => {
      const look = () => {
        const milliseconds = performance.now() - event.timeStamp;
        if (milliseconds > 5_000) return reject(new Error(`Nothing new in ${shows}`));
        const text = read();
        if (!text || text === before) return requestAnimationFrame(look);
        requestAnimationFrame(() => resolve(performance.now() - event.timeStamp));
      };
      requestAnimationFrame(look);
    };
    window.addEventListener("keydown", onKey, { capture: true, once: true });
  });
  return { promise };
}

async function timePage(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: "load" });
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((seen) => resolve(seen.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
          type: "largest-contentful-paint",
          buffered: true,
        });
      }),
  );
}
