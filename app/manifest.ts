import type { MetadataRoute } from "next";
import { publicFiles } from "#lib/i18n/public-files.ts";
import { siteMessages } from "#lib/i18n/texts.ts";
import { site } from "#lib/server/site.ts";

export const dynamic = "force-dynamic";

export default function manifest(): MetadataRoute.Manifest {
  const { name } = site();
  return {
    name,
    short_name: name,
    description: siteMessages.en.site.tagline,
    start_url: "/",
    scope: "/",
    display: "minimal-ui",
    // The values of --paper and --band in global.css, which a manifest cannot read.
    background_color: "#faf5ec",
    theme_color: "#231a6e",
    icons: [
      { src: publicFiles.icon192, sizes: "192x192", type: "image/png" },
      { src: publicFiles.icon512, sizes: "512x512", type: "image/png" },
      { src: publicFiles.maskable512, sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
}
