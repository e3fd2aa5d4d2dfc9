import localFont from "next/font/local";

// The fallback fonts are in fallback-faces.css: Next generates only one for Arial, measured at the heaviest weight.
const bricolage = localFont({
  src: "../../node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2",
  variable: "--font-bricolage",
  weight: "200 800",
  display: "swap",
  fallback: ["Bricolage as Arial", "Bricolage as Roboto", "Bricolage as DejaVu"],
  adjustFontFallback: false,
});

const hanken = localFont({
  src: "../../node_modules/@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2",
  variable: "--font-hanken",
  weight: "100 900",
  display: "swap",
  fallback: ["Hanken as Arial", "Hanken as Roboto", "Hanken as DejaVu"],
  adjustFontFallback: false,
});

export const fontVariables = `${bricolage.variable} ${hanken.variable}`;
