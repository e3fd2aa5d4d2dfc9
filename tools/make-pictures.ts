// Draws the previews of shared links, the site's icons and the pieces beside the evaluation.
import fs from "node:fs";
import path from "node:path";
import { chromium, type Page } from "@playwright/test";
import {
  cell,
  cells,
  logoPaths,
  marigold,
  type PartLook,
  parts,
  pictograms,
  projectOutline,
} from "../components/ui/drawings.ts";
import { findChromium } from "../e2e/support/chromium.ts";
import type { Locale } from "../lib/domain/locale.ts";
import { locales } from "../lib/i18n/locales.ts";
import type { siteMessages } from "../lib/i18n/texts.ts";

const root = path.join(import.meta.dirname, "..");

/** Reads the file, because Node requires an import attribute for JSON, which the imports in lib/i18n lack. */
function readHomeMessages(locale: Locale): (typeof siteMessages)[Locale]["home"] {
  return JSON.parse(fs.readFileSync(path.join(root, `messages/${locale}/site.json`), "utf8")).home;
}

const paper = "#fdf7ea";
const ink = "#1b1d3a";
const indigo = "#231a6e";
const marigoldOrange = "#ff9f1c";
const looks: Record<PartLook, { piece: string; drawing: string }> = {
  solid: { piece: paper, drawing: "#3527a8" },
  soft: { piece: "#4b40b4", drawing: paper },
  plain: { piece: "#352a92", drawing: paper },
};

const faces = [makeFontFace("Bricolage", "bricolage-grotesque"), makeFontFace("Hanken", "hanken-grotesk")].join("");

const browser = await chromium.launch(await findChromium());
try {
  const page = await browser.newPage();
  for (const locale of locales) {
    await draw(page, { width: 1200, height: 630 }, drawPreview(locale), `public/og-${locale}.png`);
  }
  await draw(page, { width: 192, height: 192 }, drawLogo(192, 0.86), "public/icons/icon-192.png");
  await draw(page, { width: 512, height: 512 }, drawLogo(512, 0.86), "public/icons/icon-512.png");
  // Leave a wide margin: launchers may crop a maskable icon to its middle, and home screens round the corners.
  await draw(page, { width: 512, height: 512 }, onIndigo(drawLogo(512, 0.5, paper)), "public/icons/maskable-512.png");
  await draw(page, { width: 180, height: 180 }, onIndigo(drawLogo(180, 0.62, paper)), "public/apple-icon.png");
  const icons = [];
  for (const size of [16, 32, 48])
    icons.push({ size, png: await takeScreenshot(page, { width: size, height: size }, drawLogo(size, 1)) });
  writePicture("public/icon.svg", Buffer.from(drawSvgIcon()));
  writePicture("components/submissions/pieces.svg", Buffer.from(drawPieces()));
  writePicture("public/favicon.ico", encodeIco(icons));
} finally {
  await browser.close();
}

type Size = { width: number; height: number };

async function draw(page: Page, size: Size, html: string, file: string): Promise<void> {
  writePicture(file, await takeScreenshot(page, size, html));
}

async function takeScreenshot(page: Page, size: Size, html: string): Promise<Buffer> {
  await page.setViewportSize(size);
  await page.setContent(`<style>${faces}*{margin:0;box-sizing:border-box}</style>${html}`);
  await page.evaluate(() => document.fonts.ready);
  return page.screenshot({ omitBackground: true });
}

function writePicture(file: string, content: Buffer): void {
  fs.writeFileSync(path.join(root, file), content);
  console.log(`${file}: ${Math.ceil(content.length / 1024)} KiB`);
}

function makeFontFace(family: string, name: string): string {
  const file = `node_modules/@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`;
  const data = fs.readFileSync(path.join(root, file), "base64");
  return `@font-face{font-family:${family};src:url(data:font/woff2;base64,${data});font-weight:100 900}`;
}

/** Draws the logo on a square. `share` is the logo's share of the square's width. */
function drawLogo(size: number, share: number, upper = indigo): string {
  return `<svg width="${size}" height="${size}" viewBox="0 0 32 32" style="display:block;transform:scale(${share})">
    <path fill="${upper}" d="${logoPaths.upper}"/><path fill="${marigoldOrange}" d="${logoPaths.lower}"/>
  </svg>`;
}

/** Draws the SVG icon, whose colours follow the browser's light or dark theme. */
function drawSvgIcon(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" aria-hidden="true">
  <style>path{fill:${indigo}}@media(prefers-color-scheme:dark){path{fill:#b8b1ff}}path+path{fill:${marigoldOrange}}</style>
  <path d="${logoPaths.upper}"/>
  <path d="${logoPaths.lower}"/>
</svg>
`;
}

/** Draws the pieces for `<use>`, which sets their colours: fill, stroke of the pictogram, and text colour. */
function drawPieces(): string {
  const line = `fill="none" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"`;
  const pieces = parts.map(
    ({ name, column, row, outline }) => `  <g id="${name}">
    <path stroke="none" d="${outline}"/>
    <path transform="translate(${column * cell + 37} ${row * cell + 37}) scale(1.375)" ${line} d="${pictograms[name]}"/>
  </g>
`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${cells * cell} ${cells * cell}" aria-hidden="true">
  <path id="board" d="${[...parts.map(({ outline }) => outline), projectOutline].join("")}"/>
${pieces.join("")}  <g id="project">
    <path d="${projectOutline}"/>
    <path transform="translate(${2 * cell + 38} 34) scale(1.5)" fill="currentColor" fill-rule="evenodd" d="${marigold}"/>
  </g>
</svg>
`;
}

function onIndigo(content: string): string {
  return `<div style="background:${indigo}">${content}</div>`;
}

/** Draws the preview of shared links. Leaves out the site's name and headline, which are edited at the desk. */
function drawPreview(locale: Locale): string {
  const lace = Array.from({ length: 25 }, (_, at) => {
    const x = at * 50;
    return `<path fill="${marigoldOrange}" d="M${x - 25} 0a25 25 0 0 0 50 0Z"/><circle cx="${x}" cy="10" r="5" fill="${indigo}"/>`;
  });
  return `<div style="position:relative;width:1200px;height:630px;background:${indigo};color:${paper};overflow:hidden">
    <div style="position:absolute;inset:0 0 auto;height:14px;background:${marigoldOrange}"></div>
    <svg width="1200" height="26" style="position:absolute;top:13px;left:0">${lace.join("")}</svg>
    <svg width="480" height="480" viewBox="0 -44 468 468" style="position:absolute;left:366px;top:92px;overflow:visible">
      ${drawPuzzle(locale)}
    </svg>
  </div>`;
}

function drawPuzzle(locale: Locale): string {
  const labels = readHomeMessages(locale).parts;
  const text = (x: number, y: number, fill: string, content: string) =>
    `<text x="${x}" y="${y}" fill="${fill}" text-anchor="middle" style="font:600 17px Hanken">${content}</text>`;
  const pieces = parts.map(
    ({ name, look, column, row, outline }) => `<path d="${outline}" fill="${looks[look].piece}"/>
      <g transform="translate(${column * cell} ${row * cell})">
        <path d="${pictograms[name]}" transform="translate(43 27) scale(1.125)" fill="none" stroke="${looks[look].drawing}"
          stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/>
        ${text(cell / 2, 104, look === "solid" ? ink : paper, labels[name])}
      </g>`,
  );
  const middle = `${cell * (cells - 0.5)} ${cell / 2}`;
  return `${pieces.join("")}
    <path d="${projectOutline}" fill="none" stroke="#9089cf" stroke-width="2" stroke-dasharray="3 7" stroke-linecap="round"/>
    <g transform="translate(34 -30) rotate(9 ${middle})">
      <path d="${projectOutline}" fill="${marigoldOrange}"/>
      <g transform="translate(${2 * cell} 0)">
        <path d="${marigold}" transform="translate(45 20) scale(1.15)" fill="${ink}" fill-rule="evenodd"/>
        ${text(cell / 2 + 3, 104, ink, labels.project)}
      </g>
    </g>`;
}

/** Creates an .ico file of square PNG pictures of at most 255 pixels. */
function encodeIco(icons: readonly { size: number; png: Buffer }[]): Buffer {
  const headerBytes = 6;
  const entryBytes = 16;
  const header = Buffer.alloc(headerBytes + entryBytes * icons.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(icons.length, 4);
  let offset = header.length;
  for (const [at, { size, png }] of icons.entries()) {
    const entry = headerBytes + entryBytes * at;
    header.writeUInt8(size, entry);
    header.writeUInt8(size, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...icons.map(({ png }) => png)]);
}
