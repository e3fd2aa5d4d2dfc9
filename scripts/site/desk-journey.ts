import type { Page } from "@playwright/test";
import type { Journey } from "./site.ts";

export type DeskJourney = Journey & {
  /** With an admin's session from the start. */
  isSignedIn: boolean;
  /** With the session of a member instead. */
  isMember?: boolean;
  /** Of an empty database. */
  isWithoutRecords?: boolean;
  /** Of a desk whose mail is held, as after a restore. */
  isHeld?: boolean;
};

/** With its script, which hears the keys. */
export const go = (path: string) => async (page: Page) => {
  await page.goto(path);
};

export async function clickButton(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
}
