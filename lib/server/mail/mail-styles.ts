import "server-only";
export type Style = Record<string, string | number>;

/** The colours of app/global.css as fixed values, because few mail clients support CSS variables. */
export const light = {
  paper: "#faf5ec",
  surface: "#fffdf9",
  ink: "#1b1d3a",
  muted: "#555872",
  line: "#e2d8c6",
  edge: "#7d7a90",
  primary: "#3527a8",
  onPrimary: "#fffdf9",
  soft: "#f5eee1",
  accent: "#f08a0c",
  band: "#231a6e",
  onBand: "#fdf7ea",
};

export const dark: typeof light = {
  paper: "#12132a",
  surface: "#1b1d39",
  ink: "#f3eee3",
  muted: "#b6b5cd",
  line: "#33355a",
  edge: "#8486ad",
  primary: "#b8b1ff",
  onPrimary: "#15132f",
  soft: "#252748",
  accent: "#ffad45",
  band: "#2a2663",
  onBand: "#fdf7ea",
};

const fonts = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
const breaking: Style = { overflowWrap: "anywhere", wordBreak: "break-word" };
/** Padding in pixels. `outlookPadding` uses these values for Outlook on Windows. */
export const buttonPadding = { top: 14, side: 24 };
const button: Style = {
  display: "inline-block",
  maxWidth: "100%",
  lineHeight: "100%",
  textDecoration: "none",
  msoPaddingAlt: "0px",
  padding: `${buttonPadding.top}px ${buttonPadding.side}px`,
  borderRadius: "8px",
  fontSize: "16px",
  fontWeight: 600,
  textAlign: "center",
};
const cell: Style = {
  padding: "9px 0",
  borderTop: `1px solid ${light.line}`,
  fontSize: "16px",
  lineHeight: "24px",
  textAlign: "left",
  verticalAlign: "top",
  ...breaking,
};

/** Inline styles, which every mail client supports. `colorClasses` adds dark colours for clients that support them. */
export const styles = {
  body: { margin: 0, padding: 0, backgroundColor: light.paper },
  page: { margin: 0, padding: "24px 12px", backgroundColor: light.paper, color: light.ink, fontFamily: fonts },
  container: { maxWidth: "600px" },
  preview: { display: "none", overflow: "hidden", maxHeight: 0, maxWidth: 0, opacity: 0, lineHeight: "1px" },
  band: { backgroundColor: light.band, borderBottom: `4px solid ${light.accent}`, borderRadius: "14px 14px 0 0" },
  company: {
    margin: 0,
    padding: "18px 32px",
    color: light.onBand,
    fontSize: "20px",
    lineHeight: "28px",
    fontWeight: 700,
    ...breaking,
  },
  card: {
    backgroundColor: light.surface,
    border: `1px solid ${light.line}`,
    borderTop: "none",
    borderRadius: "0 0 14px 14px",
  },
  inside: { padding: "32px 32px 24px" },
  title: {
    margin: "0 0 20px",
    color: light.ink,
    fontSize: "28px",
    lineHeight: "34px",
    fontWeight: 700,
    letterSpacing: "-0.015em",
    ...breaking,
  },
  heading: {
    margin: "36px 0 12px",
    color: light.ink,
    fontSize: "20px",
    lineHeight: "28px",
    fontWeight: 700,
    letterSpacing: "-0.01em",
    ...breaking,
  },
  text: { margin: "0 0 16px", color: light.ink, fontSize: "17px", lineHeight: "27px", ...breaking },
  note: { margin: "0 0 12px", color: light.muted, fontSize: "15px", lineHeight: "23px", fontWeight: 400, ...breaking },
  facts: { width: "100%", margin: "24px 0", borderBottom: `1px solid ${light.line}`, borderSpacing: 0 },
  label: { ...cell, width: "45%", paddingRight: "20px", color: light.muted, fontWeight: 400 },
  value: { ...cell, color: light.ink, fontWeight: 600 },
  quote: {
    margin: "0 0 24px",
    padding: "16px 20px",
    backgroundColor: light.soft,
    borderLeft: `4px solid ${light.accent}`,
    borderRadius: "0 8px 8px 0",
  },
  quoted: { margin: 0, color: light.ink, fontSize: "16px", lineHeight: "25px", ...breaking },
  actions: { margin: "8px 0 12px" },
  // The border makes the primary button as high as the secondary one.
  primary: {
    ...button,
    border: `2px solid ${light.primary}`,
    backgroundColor: light.primary,
    color: light.onPrimary,
  },
  secondary: {
    ...button,
    border: `2px solid ${light.edge}`,
    backgroundColor: light.surface,
    color: light.ink,
  },
  buttonLabel: {
    display: "inline-block",
    maxWidth: "100%",
    lineHeight: "120%",
    msoPaddingAlt: "0px",
    msoTextRaise: `${(buttonPadding.top * 3) / 4}px`,
  },
  end: { padding: "20px 32px 8px" },
  foot: { margin: "0 0 6px", color: light.muted, fontSize: "14px", lineHeight: "21px", ...breaking },
  link: { color: light.primary, textDecoration: "underline", ...breaking },
} as const satisfies Record<string, Style>;

export const colorClasses = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
@media (max-width: 480px) {
  .page > table > tbody > tr > td { padding: 0 !important; }
  .band, .card { border-radius: 0 !important; }
  .card { border-left: none !important; border-right: none !important; }
  .company { padding: 16px 20px !important; }
  .inside { padding: 26px 20px 16px !important; }
  .end { padding: 18px 20px 24px !important; }
  .title { font-size: 25px !important; line-height: 31px !important; }
  .label, .value { font-size: 15px !important; }
  .button { display: block !important; }
}
@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: ${dark.paper} !important; color: ${dark.ink} !important; }
  .band { background-color: ${dark.band} !important; border-color: ${dark.accent} !important; }
  .company { color: ${dark.onBand} !important; }
  .card { background-color: ${dark.surface} !important; border-color: ${dark.line} !important; }
  .title, .heading, .text, .value, .quoted { color: ${dark.ink} !important; }
  .note, .label, .foot { color: ${dark.muted} !important; }
  .facts, .label, .value { border-color: ${dark.line} !important; }
  .quote { background-color: ${dark.soft} !important; border-color: ${dark.accent} !important; }
  .primary { background-color: ${dark.primary} !important; border-color: ${dark.primary} !important; color: ${dark.onPrimary} !important; }
  .secondary { background-color: ${dark.surface} !important; border-color: ${dark.edge} !important; color: ${dark.ink} !important; }
  .link { color: ${dark.primary} !important; }
}
`;
