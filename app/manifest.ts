import type { MetadataRoute } from "next";
import { publicFiles } from "#lib/i18n/public-files.ts";
import { readSite } from "#lib/server/site.ts";

export const dynamic = "force-dynamic";

export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const { name, company } = await readSite();
  return {
    name,
    short_name: name,
    description: company.en.lead,
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
