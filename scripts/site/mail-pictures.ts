// Pictures of the mails, as wide as a phone and as a pane beside the inbox.
import path from "node:path";
import type { Browser } from "@playwright/test";
import { locales } from "../../lib/domain/locale.ts";
import { renderMail } from "../../lib/server/mail/render-mail.ts";
import { switchTheme, takePicture, themes } from "./pictures.ts";
import { sampleMails } from "./sample-mails.ts";

const screens = [
  { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  { viewport: { width: 700, height: 850 } },
];

export const mailNames = Object.keys(sampleMails);

/** @returns number of pictures taken */
export async function takeMailPictures(
  browser: Browser,
  folder: string,
  isWanted: (name: string) => boolean,
  onFailure: (text: string) => void,
): Promise<number> {
  let pictures = 0;
  for (const screen of screens) {
    const context = await browser.newContext({ javaScriptEnabled: true, ...screen });
    const page = await context.newPage();
    page.on("request", (request) => onFailure(`a mail asked for ${request.url()}`));
    for (const [name, compose] of Object.entries(sampleMails).filter(([name]) => isWanted(name))) {
      for (const language of locales) {
        const { html } = renderMail(compose(language));
        await page.setContent(html);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (overflow > 0) onFailure(`${name} (${language}) is ${overflow} px wider than ${screen.viewport.width} px`);
        for (const theme of themes) {
          await switchTheme(page, theme);
          await takePicture(page, path.join(folder, `${name}.${language}.${screen.viewport.width}.${theme}.png`));
          pictures++;
        }
      }
    }
    await context.close();
  }
  return pictures;
}
