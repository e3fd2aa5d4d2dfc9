// A way through pages and their states.
import type { Page } from "@playwright/test";
import type { Locale } from "../../lib/domain/locale.ts";

export type Journey = {
  /** Whether the browser runs scripts. */
  isScripted: boolean;
  /** Whether something fails to load, because the journey is about that. */
  hasFailures?: boolean;
  /** By name, each reached from the one before. The pages are asked for below the base address of their context. */
  states: Record<string, (page: Page, locale: Locale) => Promise<void>>;
};
