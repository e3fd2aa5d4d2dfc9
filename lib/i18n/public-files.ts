import type { Metadata } from "next";
import { type Locale, locales } from "./locales.ts";

/** URLs of the pictures in public/, which tools/make-pictures.ts draws. */
export const publicFiles = {
  favicon: "/favicon.ico",
  icon: "/icon.svg",
  appleIcon: "/apple-icon.png",
  icon192: "/icons/icon-192.png",
  icon512: "/icons/icon-512.png",
  maskable512: "/icons/maskable-512.png",
} as const;

export const publicPaths = [...Object.values(publicFiles), ...locales.map(getPreviewPath)];

export const siteIcons: Metadata["icons"] = {
  icon: [
    { url: publicFiles.favicon, type: "image/x-icon", sizes: "48x48" },
    { url: publicFiles.icon, type: "image/svg+xml", sizes: "any" },
  ],
  apple: { url: publicFiles.appleIcon, type: "image/png", sizes: "180x180" },
};

export function getPreviewPath(locale: Locale): string {
  return `/og-${locale}.png`;
}
export const previewFormat = { width: 1200, height: 630, type: "image/png" };
