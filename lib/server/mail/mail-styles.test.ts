import { describe, expect, test } from "vitest";
import { dark, light } from "./mail-styles.ts";

/** Relative luminance as defined by WCAG 2.2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

const texts: [text: keyof typeof light, ground: keyof typeof light][] = [
  ["ink", "surface"],
  ["ink", "soft"],
  ["muted", "surface"],
  ["muted", "paper"],
  ["primary", "paper"],
  ["onPrimary", "primary"],
  ["onBand", "band"],
];

describe.each([
  ["light", light],
  ["dark", dark],
])("in %s colours", (_, palette) => {
  test.each(texts)("gives %s on %s a contrast of at least 4.5", (text, ground) => {
    expect(contrast(palette[text], palette[ground])).toBeGreaterThanOrEqual(4.5);
  });

  test.each(["primary", "edge"] as const)(
    "gives the %s colour of a button a contrast of at least 3 with the card",
    (edge) => {
      expect(contrast(palette[edge], palette.surface)).toBeGreaterThanOrEqual(3);
    },
  );
});
