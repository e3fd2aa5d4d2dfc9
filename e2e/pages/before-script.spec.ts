import { expect } from "@playwright/test";
import { nightly } from "../support/nightly.ts";
import {
  answersFor,
  delayScripts,
  expectStep,
  expectVerdict,
  getOptions,
  listEvaluations,
  newPerson,
  newProject,
  open,
  openCheckStep,
  readStorage,
  test,
  waitForScript,
} from "../support/site.ts";

test("prefers input made before the script loaded to the stored draft", async ({ page }) => {
  await openCheckStep(page, "en", answersFor.review);
  const release = await delayScripts(page);
  await page.reload({ waitUntil: "domcontentloaded" });
  const [, , much = ""] = getOptions("budget", "en");
  await page.locator("#step-budget label").filter({ hasText: much }).click();
  await page.locator("#projectDescription").fill("Typed before the script was there.");
  await page.locator("#company").fill("Tiendas La Ceiba");
  await release();
  await waitForScript(page);
  await expect(page.locator("#projectDescription")).toHaveValue("Typed before the script was there.");
  await expect(page.locator("#company")).toHaveValue("Tiendas La Ceiba");
  await expect(page.locator("#step-budget").getByRole("radio", { includeHidden: true, name: much })).toBeChecked();
  await expect(page.locator("#step-vendor_onboarding input").nth(answersFor.review[6])).toBeChecked();
  await page.reload();
  await waitForScript(page);
  await expect(page.locator("#company")).toHaveValue("Tiendas La Ceiba");
});

test("deletes a draft that was sent before the script loaded", nightly, async ({ page }) => {
  const { email = "" } = await openCheckStep(page, "en");
  const release = await delayScripts(page);
  await page.reload({ waitUntil: "domcontentloaded" });
  const form = page.locator("form#evaluation");
  await form.evaluate(
    (element: HTMLFormElement, values) => {
      for (const [name, value] of Object.entries(values)) {
        const control = element.elements.namedItem(name);
        if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) control.value = value;
      }
      for (const input of element.querySelectorAll<HTMLInputElement>("fieldset input:first-of-type")) input.click();
    },
    { ...newProject(), ...newPerson(), email },
  );
  await form.getByRole("button").last().click();
  await release();
  await expectVerdict(page, "en");
  expect(await listEvaluations(email)).toHaveLength(1);
  await page.unrouteAll();
  await open(page, "en", "/evaluation");
  await expectStep(page, "marketing_team");
  expect(await readStorage(page)).not.toContain(email);
});

test("lets a person who is typing while the script loads continue in the same field", async ({ page }) => {
  const release = await delayScripts(page);
  await page.goto("/en/evaluation", { waitUntil: "domcontentloaded" });
  await page.locator("#name").pressSequentially("Ana ");
  await release();
  await waitForScript(page);
  await expectStep(page, "person");
  await page.keyboard.type("Solís 123");
  await expect(page.locator("#name")).toHaveValue("Ana Solís 123");
  await expectStep(page, "person");
});

test("continues from the last question that was answered before the script loaded", nightly, async ({ page }) => {
  const release = await delayScripts(page);
  await page.goto("/en/evaluation", { waitUntil: "domcontentloaded" });
  for (const key of ["marketing_team", "campaign_frequency"]) await page.locator(`#step-${key} label`).first().click();
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await release();
  await waitForScript(page);
  await expectStep(page, "campaign_frequency");
  await expect(page.locator("#heading-campaign_frequency")).toBeInViewport();
});

test("hydrates both forms without creating Intl formatters", async ({ page }) => {
  await page.addInitScript(() => {
    const used: string[] = [];
    for (const name of ["DateTimeFormat", "NumberFormat", "PluralRules"] as const) {
      Object.assign(Intl, {
        [name]: new Proxy(Intl[name], {
          construct: (target, args, newTarget) => {
            used.push(name);
            return Reflect.construct(target, args, newTarget);
          },
        }),
      });
    }
    Object.assign(window, { usedFormats: used });
  });
  for (const href of ["/evaluation", "/contact"] as const) {
    await open(page, "es", href);
    expect([href, await page.evaluate(() => Reflect.get(window, "usedFormats"))]).toEqual([href, []]);
  }
});
