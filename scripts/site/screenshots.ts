// `npm run screenshots`: every page, state and mail, in both languages, narrow and wide, light and dark, forms in forced colours
// as well, into screenshots/. The desk also on a very wide screen; there, what axe finds and what overflows is told.
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { type Browser, expect, type Page } from "@playwright/test";
import { newSession, sessionCookie } from "../../e2e/support/operators.ts";
import { axe } from "../../e2e/support/page-axe.ts";
import { openWithScript } from "../../e2e/support/site.ts";
import { query, randomAddress } from "../../e2e/support/test.ts";
import { type Locale, locales } from "../../lib/domain/locale.ts";
import { deskText } from "../../lib/i18n/desk-text.ts";
import type { DeskJourney } from "./desk-journey.ts";
import { colleague, newDeskAdmin, storeDeskRecords } from "./desk-records.ts";
import { deskJourneys } from "./desk-states.ts";
import { mailNames, takeMailPictures } from "./mail-pictures.ts";
import { switchTheme, takePicture, themes } from "./pictures.ts";
import { type Journey, runOnSite } from "./site.ts";
import { journeys } from "./states.ts";

const folder = path.join(import.meta.dirname, "..", "..", "screenshots");
const pagesAtOnce = 2;
const stateMilliseconds = 15_000;
const screens = [
  { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  { viewport: { width: 1280, height: 850 } },
];
const deskScreens = [...screens, { viewport: { width: 1920, height: 1080 } }];
/** Each width and each theme once, as in the tests. */
const axeLooks = ["360 light", "1280 dark"];

type Walk = { journey: Journey | DeskJourney; locale: Locale; screen: (typeof screens)[number] };
type Report = (text: string) => void;

const { values } = parseArgs({ options: { only: { type: "string", default: "" } } });
const wantedParts = values.only.split(",");
const isWanted = (state: string) => wantedParts.some((part) => state.includes(part));

await runOnSite({
  minutes: 45,
  run: async (site) => {
    const all = [...Object.values(journeys), ...Object.values(deskJourneys)];
    const wanted = all.filter(({ states }) => Object.keys(states).some(isWanted));
    if (!wanted.length && !mailNames.some(isWanted)) {
      const names = [...all.flatMap(({ states }) => Object.keys(states)), ...mailNames];
      throw new Error(`No state is called like ${JSON.stringify(values.only)}. There are: ${names.join(", ")}.`);
    }
    if (!values.only) fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(folder, { recursive: true });
    const siteUrl = wanted.length ? await site.serve() : "";
    if (wanted.length) site.reachDatabase(siteUrl);
    const browser = await site.launchBrowser();
    const startedAt = performance.now();
    const failures: string[] = [];
    let pictures = await takeMailPictures(browser, folder, isWanted, (failure) => failures.push(failure));
    const takeAll = async (chosen: (Journey | DeskJourney)[], operatorId: string) => {
      const walks = chosen.flatMap((journey) =>
        locales.flatMap((locale) =>
          (isOfDesk(journey) ? deskScreens : screens).map((screen) => ({ journey, locale, screen })),
        ),
      );
      const workers = Array.from({ length: pagesAtOnce }, async () => {
        for (let walk = walks.shift(); walk; walk = walks.shift()) {
          const taken = await take(browser, siteUrl, walk, operatorId, (failure) => failures.push(failure));
          pictures += taken;
        }
      });
      await Promise.all(workers);
    };
    const adminId = wanted.some(isOfDesk) ? await newDeskAdmin() : "";
    const [fresh, used, held] = [wanted.filter(isWithoutRecords), wanted.filter(isOfUsedDesk), wanted.filter(isHeld)];
    await takeAll(fresh, adminId);
    if ([...used, ...held].some(isOfDesk)) await storeDeskRecords(adminId);
    await takeAll(used, adminId);
    if (held.length) await query("INSERT INTO mail_holds (since, actor) VALUES (now(), 'restore')");
    await takeAll(held, adminId);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    console.log(`${pictures} pictures in ${path.relative(process.cwd(), folder)}/ (${seconds} s)`);
    for (const failure of failures) console.error(failure);
    return failures.length === 0;
  },
});

function isOfDesk(journey: Journey | DeskJourney): journey is DeskJourney {
  return "isSignedIn" in journey;
}

function isWithoutRecords(journey: Journey | DeskJourney): boolean {
  return isOfDesk(journey) && journey.isWithoutRecords === true;
}

function isHeld(journey: Journey | DeskJourney): boolean {
  return isOfDesk(journey) && journey.isHeld === true;
}

function isOfUsedDesk(journey: Journey | DeskJourney): boolean {
  return !isWithoutRecords(journey) && !isHeld(journey);
}

/** Stops at the first state that is not reached. @returns number of pictures taken */
async function take(
  browser: Browser,
  siteUrl: string,
  { journey, locale, screen }: Walk,
  operatorId: string,
  onFailure: Report,
): Promise<number> {
  const context = await browser.newContext({
    baseURL: siteUrl,
    javaScriptEnabled: journey.isScripted,
    locale,
    reducedMotion: "reduce",
    extraHTTPHeaders: { "x-forwarded-for": randomAddress() },
    ...screen,
  });
  context.setDefaultTimeout(stateMilliseconds);
  const session =
    isOfDesk(journey) && journey.isSignedIn
      ? await newSession(journey.isMember ? await readMember() : operatorId)
      : undefined;
  if (session) await context.addCookies([{ name: sessionCookie, value: session.value, url: siteUrl }]);
  if (isOfDesk(journey)) context.on("page", openWithScript);
  const page = await context.newPage();
  const { width } = screen.viewport;
  const report = (text: string) => onFailure(`${text} (${locale}, ${width} wide, ${page.url()})`);
  page.on("pageerror", (error) => report(`error of the page: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" && !journey.hasFailures) report(`error in the console: ${message.text()}`);
  });
  const states = Object.entries(journey.states);
  const last = states.findLastIndex(([name]) => isWanted(name));
  let pictures = 0;
  for (const [state, reach] of states.slice(0, last + 1)) {
    try {
      await reach(page, locale);
      if (!isWanted(state)) continue;
      if (isOfDesk(journey)) await waitForLists(page, locale);
      const isForm = (await page.locator("form[method=post]").count()) > 0;
      for (const theme of [...themes, ...(isForm ? (["forced"] as const) : [])]) {
        await switchTheme(page, theme);
        await takePicture(page, path.join(folder, `${state}.${locale}.${width}.${theme}.png`));
        pictures++;
        if (isOfDesk(journey)) await checkLook(page, `${width} ${theme}`, (text) => report(`${state}: ${text}`));
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message.split("\n", 2).join(" ") : String(error);
      report(`${state} is not reached: ${reason}`);
      break;
    }
  }
  await context.close();
  // The next picture of the account has no other sessions.
  if (session) await query("DELETE FROM operator_sessions WHERE id = $1", [session.id]);
  return pictures;
}

/** What the desk reads once its script runs: submissions, and views with their counts. */
async function waitForLists(page: Page, locale: Locale): Promise<void> {
  await expect(page.getByText(deskText(locale, "list")("loading"), { exact: true })).toHaveCount(0);
  const views = page.getByRole("navigation", { name: deskText(locale, "triage")("views.label"), exact: true });
  if (await views.count()) await views.getByRole("link").nth(1).waitFor();
}

async function readMember(): Promise<string> {
  const [member] = await query<{ id: string }>("SELECT id FROM operators WHERE name = $1", [colleague]);
  return member?.id ?? "";
}

async function checkLook(page: Page, look: string, report: Report): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (overflow > 0) report(`${overflow} pixels wider than the screen`);
  if (!axeLooks.includes(look)) return;
  const { violations } = await axe(page).analyze();
  for (const { id, nodes } of violations) report(`${id} by axe, ${look}: ${nodes.map(({ html }) => html).join(" ")}`);
}
