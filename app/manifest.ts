import type { MetadataRoute } from "next";
import { site } from "#lib/server/site.ts";
import messages from "#messages/en.json";
import icon192 from "./icons/icon-192.png";
import icon512 from "./icons/icon-512.png";
import maskable512 from "./icons/maskable-512.png";

export const dynamic = "force-dynamic";

export default function manifest(): MetadataRoute.Manifest {
  const { name } = site();
  return {
    name,
    short_name: name,
    description: messages.site.tagline,
    start_url: "/",
    scope: "/",
    display: "minimal-ui",
    // The tokens --paper and --band of global.css, which a manifest cannot read.
    background_color: "#faf5ec",
    theme_color: "#231a6e",
    icons: [
      { src: icon192.src, sizes: "192x192", type: "image/png" },
      { src: icon512.src, sizes: "512x512", type: "image/png" },
      { src: maskable512.src, sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
}
