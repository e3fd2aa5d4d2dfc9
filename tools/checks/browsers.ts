// `npm run check -- browsers`: runs the journeys of both forms in Debian's Firefox and WebKit, in both languages, with
// and without JavaScript. The browser tests of npm test run them in Chromium.

import { spawn } from "node:child_process";
import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import puppeteer from "puppeteer-core";
import { Builder, By, Capabilities } from "selenium-webdriver";
import { randomEmail } from "../../e2e/support/test.ts";
import type { Locale } from "../../lib/domain/locale.ts";
import { type FormField, personFields, projectFields } from "../../lib/domain/submissions/core/fields.ts";
import { questions } from "../../lib/domain/submissions/core/questions.ts";
import { locales } from "../../lib/i18n/locales.ts";
import { getPathname } from "../../lib/i18n/paths.ts";
import { buildIfNeeded } from "../../scripts/build.ts";
import { query } from "../../scripts/databases.fixture.ts";
import { findFreePort } from "../../scripts/processes.ts";
import { startApp } from "../processes.ts";
import { addCleanUp, runCheck, stopAtEnd } from "../run-check.ts";
import { startTestDatabase } from "../test-database.ts";

/** Operations on a tab of any browser. CSS selectors identify elements. */
type Tab = {
  open: (url: string) => Promise<unknown>;
  click: (selector: string) => Promise<unknown>;
  type: (selector: string, text: string) => Promise<unknown>;
  isVisible: (selector: string) => Promise<boolean>;
  readText: (selector: string) => Promise<string>;
  readPath: () => Promise<string>;
  close: () => Promise<unknown>;
};

const firefox = "/usr/bin/firefox-esr";
const miniBrowser = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";
const timeoutMilliseconds = 15_000;
/** Longer than any browser waits for the second press. */
const doubleClickMilliseconds = 600;

async function openFirefox(hasScript: boolean): Promise<Tab> {
  const extraPrefsFirefox = { "javascript.enabled": hasScript };
  const browser = await puppeteer.launch({ browser: "firefox", executablePath: firefox, extraPrefsFirefox });
  const page = await browser.newPage();
  return {
    open: (url) => page.goto(url),
    // Puppeteer's own click does not work here: it waits for promises in the page, which never resolve in Firefox
    // without JavaScript.
    click: async (selector) => {
      const [x, y] = await page.$eval(selector, (element) => {
        element.scrollIntoView({ block: "center", behavior: "instant" });
        const { left, top, width, height } = element.getBoundingClientRect();
        return [left + width / 2, top + height / 2] as const;
      });
      await page.mouse.click(x, y);
    },
    type: (selector, text) => page.type(selector, text),
    isVisible: async (selector) =>
      (await page.$(selector)) !== null && page.$eval(selector, (element) => element.checkVisibility()),
    readText: (selector) => page.$eval(selector, (element) => element.textContent ?? ""),
    readPath: async () => new URL(page.url()).pathname,
    close: () => browser.close(),
  };
}

async function openWebKit(hasScript: boolean): Promise<Tab> {
  const port = await findFreePort();
  const args = ["-a", "WebKitWebDriver", `--port=${port}`];
  // Start the driver in its own process group, so that the virtual screen of xvfb-run ends with it.
  const driver = spawn("xvfb-run", args, { stdio: "ignore", detached: true });
  await addCleanUp(() => driver.exitCode ?? process.kill(-(driver.pid ?? 0)));
  const isListening = () =>
    fetch(`http://127.0.0.1:${port}/status`).then(
      () => true,
      () => false,
    );
  await waitUntil(isListening, "WebKitWebDriver");
  const settings = { binary: miniBrowser, args: ["--automation", `--enable-javascript=${hasScript}`] };
  const wanted = new Capabilities({ browserName: "MiniBrowser", "webkitgtk:browserOptions": settings });
  const browser = await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(wanted).build();
  const find = (selector: string) => browser.findElement(By.css(selector));
  return {
    open: (url) => browser.get(url),
    click: async (selector) => {
      await browser.executeScript(
        "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })",
        find(selector),
      );
      await browser
        .actions()
        .move({ origin: find(selector) })
        .click()
        .perform();
    },
    type: (selector, text) => find(selector).sendKeys(text),
    isVisible: (selector) =>
      find(selector).then(
        (element) => element.isDisplayed(),
        () => false,
      ),
    readText: (selector) => find(selector).getText(),
    readPath: async () => new URL(await browser.getCurrentUrl()).pathname,
    close: () => browser.quit(),
  };
}

async function waitUntil(isTrue: () => Promise<boolean>, what: string): Promise<void> {
  for (const endsAt = Date.now() + timeoutMilliseconds; Date.now() < endsAt; await sleep(50))
    if (await isTrue()) return;
  throw new Error(`${what}: not within ${timeoutMilliseconds / 1000} s`);
}

const waitFor = (tab: Tab, selector: string) => waitUntil(() => tab.isVisible(selector), selector);

const send = "main form[method=post] button[type=submit]";
const point = { redirect: 0, review: 1, qualified: 2 };
type Route = keyof typeof point;

async function sendEvaluation(
  tab: Tab,
  origin: string,
  locale: Locale,
  route: Route,
  hasScript: boolean,
): Promise<string> {
  const email = randomEmail();
  const values: Partial<Record<FormField, string>> = {
    projectDescription: "Un programa de lealtad para 300 tiendas, de marzo a mayo.",
    discoverySource: "Una colega",
    name: "Lucía Hernández",
    role: "Gerente de marca",
    company: "Café Volcán",
    email,
    phone: "+504 9999 0000",
  };
  await tab.open(origin + getPathname({ href: "/evaluation", locale }));
  if (hasScript) await waitFor(tab, "form[novalidate]");
  for (const { key, options } of questions) {
    const option = `#step-${key} label:has(input[value="${options[point[route]]}"])`;
    await waitFor(tab, option);
    await tab.click(option);
    // The form ignores the second press of a double click, and the next option may be at the same place.
    if (hasScript) await sleep(doubleClickMilliseconds);
  }
  for (const fields of [projectFields, personFields]) {
    for (const name of fields) {
      await waitFor(tab, `#${name}`);
      await tab.type(`#${name}`, values[name] ?? "");
    }
    if (hasScript) await tab.click(send);
  }
  if (hasScript) await waitFor(tab, "#step-check");
  await tab.click(send);
  return expectResult(tab, getPathname({ href: "/evaluation/result", locale }), email, route);
}

async function sendQuestion(tab: Tab, origin: string, locale: Locale, hasScript: boolean): Promise<string> {
  const email = randomEmail();
  const values = { name: "Diego Morales", email, message: "¿Hacen sorteos en El Salvador?" };
  await tab.open(origin + getPathname({ href: "/contact", locale }));
  if (hasScript) await waitFor(tab, "form[novalidate]");
  for (const [name, value] of Object.entries(values)) await tab.type(`#${name}`, value);
  await tab.click(send);
  return expectResult(tab, getPathname({ href: "/contact/sent", locale }), email, null);
}

/** Expects one stored row for the email address, and its reference on the result page. */
async function expectResult(tab: Tab, path: string, email: string, route: Route | null): Promise<string> {
  await waitUntil(async () => (await tab.readPath()) === path, path);
  const rows = await query(process.env.DATABASE_URL ?? "", "SELECT * FROM submissions WHERE email = $1", [email]);
  const [row] = rows;
  if (rows.length !== 1 || row?.route !== route) throw new Error(`${rows.length} stored, route ${String(row?.route)}`);
  const reference = `${route ? "E" : "Q"}-${String(row?.id)}`;
  if (!(await tab.readText("main")).includes(reference)) throw new Error(`${reference} is not shown`);
  return reference;
}

async function run(): Promise<boolean> {
  const database = await startTestDatabase();
  await addCleanUp(database.close);
  process.env.DATABASE_URL = database.url;
  const env = { DATABASE_URL: database.url, RATE_LIMIT_IP_MAX: "1000", LOG_LEVEL: "silent" };
  const app = await stopAtEnd(startApp(env));
  let isPassed = true;
  for (const [name, open] of Object.entries({ Firefox: openFirefox, WebKit: openWebKit })) {
    for (const hasScript of [true, false]) {
      for (const locale of locales) {
        const about = `${name}, ${locale}, ${hasScript ? "with" : "without"} script`;
        const tab = await open(hasScript);
        try {
          const references: string[] = [];
          for (const route of ["qualified", "review", "redirect"] as const) {
            references.push(`${await sendEvaluation(tab, app.url, locale, route, hasScript)} ${route}`);
          }
          references.push(await sendQuestion(tab, app.url, locale, hasScript));
          console.log(`${about}: ${references.join(", ")}`);
        } catch (error) {
          isPassed = false;
          console.error(about, error);
        } finally {
          await tab.close();
        }
      }
    }
  }
  return isPassed;
}

for (const program of [firefox, miniBrowser, "/usr/bin/WebKitWebDriver", "/usr/bin/xvfb-run"]) {
  if (!fs.existsSync(program))
    throw new Error(`${program} is missing: apt-get install firefox-esr webkit2gtk-driver xvfb`);
}
buildIfNeeded();
await runCheck(run, { minutes: 10 });
