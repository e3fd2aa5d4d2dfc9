// Journeys in a browser: a link prepared by an assistant, and pages and forms without JavaScript.
import type { Browser, Locator, Page } from "playwright";
import { followMarkdownLink, goals, type Journey } from "./convention-programs.ts";
import { conventions, pick, type Reader, waitUntil } from "./convention-reader.ts";

type OnPage = (
  options: { language: string; hasScript: boolean },
  visit: (page: Page) => Promise<void>,
) => Promise<void>;

/** Opens a new page for each visit and closes it afterwards. */
export const pagesIn =
  (browser: Browser): OnPage =>
  async ({ language, hasScript }, visit) => {
    const context = await browser.newContext({ locale: language, javaScriptEnabled: hasScript });
    try {
      await visit(await context.newPage());
    } finally {
      await context.close();
    }
  };

async function readHeading(page: Page): Promise<string> {
  return (await page.getByRole("heading", { level: 1 }).first().textContent())?.trim() ?? "";
}

/** Presses the form's last submit button, and waits for another page. */
async function submitForm(page: Page, form: Locator, reader: Reader): Promise<void> {
  const before = new URL(page.url()).pathname;
  await form.locator("[type=submit], button:not([type])").last().click();
  await waitUntil("another page", async () => new URL(page.url()).pathname !== before);
  await page.waitForLoadState();
  reader.note(`shown: ${await readHeading(page)}`);
}

/** Picks the first option of each question in a text that lists questions with the keys of their options. */
function pickAnswers(text: string): [string, string][] {
  const listed = text.matchAll(/\(`(\w+)`\)\n((?: +- `\w+`: .*\n)+)/g);
  return [...listed].map(([, key = "", options = ""]) => [key, /`(\w+)`/.exec(options)?.[1] ?? ""]);
}

/**
 * Lists the fields that each form accepts after the # of a link. Reads them from the text's list item about the #: its
 * first sentence is about projects, the second about questions.
 */
function listFields(text: string): string[][] {
  const line = pick(text.split("\n"), "what stands behind the #", (each) => /^- [^`]*`#`/.test(each));
  return line.split(". ").map((sentence) => [...sentence.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name));
}

/** Finds the rule for links like an assistant that can only read, writes a link, opens it and sends the form. */
export const byHandOff =
  (onPage: OnPage): Journey =>
  async (goal, reader) => {
    const rule = await followMarkdownLink("evaluate", reader);
    const examples = [...rule.text.matchAll(/`(https?:\/\/\S+#\S+=\S+)`/g)].map(([, link = ""]) => new URL(link));
    // A link for a project has several query parameters, because only projects have answers.
    const isProject = (link: URL) => link.searchParams.size > 1;
    const link = pick(examples, "an example of a link", (each) => isProject(each) === (goal === "evaluate"));
    const [ofProject = [], ofQuestion = []] = listFields(rule.text);
    const name = reader.language === "es" ? "Prueba con enlace" : "A test by a link";
    const values = (isProject(link) ? ofProject : ofQuestion).flatMap((field) =>
      field === "phone" ? [] : [[field, field === "email" ? "person@example.com" : `${name}, ${Date.now()}`]],
    );
    if (isProject(link)) for (const [key, option] of pickAnswers(rule.text)) link.searchParams.set(key, option);
    link.hash = new URLSearchParams(values).toString();
    reader.recordSource(link.href, `rule and example in ${rule.url}`);
    reader.noteStep("the person opens", link.href);
    await onPage({ language: reader.language, hasScript: true }, async (page) => {
      await page.goto(link.href);
      const isShown = (value: string) =>
        page.evaluate((text) => {
          const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")];
          return document.body.textContent.includes(text) || fields.some((field) => field.value === text);
        }, value);
      for (const [, value = ""] of values) await waitUntil(`“${value}” is in the form`, () => isShown(value));
      await submitForm(page, page.locator("main form"), reader);
    });
  };

async function openPage(page: Page, address: string, reader: Reader): Promise<void> {
  reader.noteStep("opens without script", address);
  await page.goto(address);
}

async function followLink(page: Page, link: Locator, reader: Reader): Promise<void> {
  const target = new URL((await link.getAttribute("href")) ?? "", page.url()).href;
  const name = (await link.textContent())?.trim();
  await openPage(page, reader.recordSource(target, `link “${name}” of ${page.url()}`), reader);
}

/** Follows links by their texts from the home page to a catalog entry. */
export const byPages =
  (onPage: OnPage): Journey =>
  (goal, reader) =>
    onPage({ language: reader.language, hasScript: false }, async (page) => {
      await openPage(page, new URL(conventions.home, reader.origin).href, reader);
      await followLink(page, page.getByRole("link", { name: goals[goal] }).first(), reader);
      await followLink(page, page.getByRole("main").getByRole("heading").getByRole("link").first(), reader);
      reader.note(`read: ${await readHeading(page)}`);
    });

/** Follows links by their texts from the home page to a form, fills it in by its field types, and sends it. */
export const byForm =
  (onPage: OnPage): Journey =>
  (goal, reader) =>
    onPage({ language: reader.language, hasScript: false }, async (page) => {
      await openPage(page, new URL(conventions.home, reader.origin).href, reader);
      await followLink(page, page.getByRole("link", { name: goals[goal] }).first(), reader);
      const form = page.locator("main form");
      reader.note(`the form posts to ${await form.getAttribute("action")} (from: its action)`);
      await fillForm(form, reader);
      await submitForm(page, form, reader);
    });

async function fillForm(form: Locator, reader: Reader): Promise<void> {
  const radios = form.locator("input[type=radio]");
  const names = new Set(await radios.evaluateAll((all) => all.map((each) => (each as HTMLInputElement).name)));
  for (const name of names) await form.locator(`input[type=radio][name="${name}"]`).nth(1).check({ force: true });
  const filled: string[] = [...names];
  for (const field of await form.locator("input:not([type=radio], [type=hidden]), textarea").all()) {
    // Skip invisible fields, which are traps for bots.
    if (!(await field.isVisible()) || (await field.getAttribute("tabindex")) === "-1") continue;
    const [type, name, max] = await Promise.all(["type", "name", "maxlength"].map((of) => field.getAttribute(of)));
    const isText = type !== "email" && type !== "tel";
    if (isText || type === "email") {
      const text = `${reader.language === "es" ? "Prueba sin código" : "A test without script"}, ${Date.now()}`;
      await field.fill(isText ? text.slice(0, Number(max ?? 500)) : "person@example.com");
      filled.push(name ?? "");
    }
  }
  reader.note(`fills ${filled.join(", ")} (from: the form)`);
}
