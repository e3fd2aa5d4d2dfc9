// `npm run screenshots`: every page, state and mail, in both languages, narrow and wide, light and dark, forms in forced colours
// as well, into screenshots/.
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Browser } from "@playwright/test";
import { newOperator, newSession, sessionCookie } from "../../e2e/support/operators.ts";
import { randomAddress } from "../../e2e/support/test.ts";
import { type Locale, locales } from "../../lib/domain/locale.ts";
import { storeDeskRecords } from "./desk-records.ts";
import { type DeskJourney, deskJourneys } from "./desk-states.ts";
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

type Walk = { journey: Journey | DeskJourney; locale: Locale; screen: (typeof screens)[number] };

const { values } = parseArgs({ options: { only: { type: "string", default: "" } } });
const isWanted = (state: string) => state.includes(values.only);

await runOnSite({
  minutes: 12,
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
    if (wanted.some(isOfDesk)) await storeDeskRecords(siteUrl);
    const browser = await site.launchBrowser();
    const walks = wanted.flatMap((journey) =>
      (isOfDesk(journey) ? (["en"] as const) : locales).flatMap((locale) =>
        screens.map((screen) => ({ journey, locale, screen })),
      ),
    );
    const startedAt = performance.now();
    const failures: string[] = [];
    let pictures = await takeMailPictures(browser, folder, isWanted, (failure) => failures.push(failure));
    const workers = Array.from({ length: pagesAtOnce }, async () => {
      for (let walk = walks.shift(); walk; walk = walks.shift()) {
        const taken = await take(browser, siteUrl, walk, (failure) => failures.push(failure));
        pictures += taken;
      }
    });
    await Promise.all(workers);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    console.log(`${pictures} pictures in ${path.relative(process.cwd(), folder)}/ (${seconds} s)`);
    for (const failure of failures) console.error(failure);
    return failures.length === 0;
  },
});

/** The desk is in English only. */
function isOfDesk(journey: Journey | DeskJourney): journey is DeskJourney {
  return "isSignedIn" in journey;
}

/** Stops at the first state that is not reached. @returns number of pictures taken */
async function take(
  browser: Browser,
  siteUrl: string,
  { journey, locale, screen }: Walk,
  onFailure: (text: string) => void,
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
  if (isOfDesk(journey) && journey.isSignedIn) {
    const { value } = await newSession((await newOperator("admin")).id);
    await context.addCookies([{ name: sessionCookie, value, url: siteUrl }]);
  }
  const page = await context.newPage();
  const report = (text: string) => onFailure(`${text} (${locale}, ${screen.viewport.width} wide, ${page.url()})`);
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
      const isForm = (await page.locator("form[method=post]").count()) > 0;
      for (const theme of [...themes, ...(isForm ? (["forced"] as const) : [])]) {
        await switchTheme(page, theme);
        const file = `${state}.${locale}.${screen.viewport.width}.${theme}.png`;
        await takePicture(page, path.join(folder, file));
        pictures++;
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message.split("\n", 2).join(" ") : String(error);
      report(`${state} is not reached: ${reason}`);
      break;
    }
  }
  await context.close();
  return pictures;
}
