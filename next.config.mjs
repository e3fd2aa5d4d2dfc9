/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  // Most answers are small; compressing each costs more than it saves. A proxy in front does it for large ones.
  compress: false,
  // The image optimizer has been the door of several advisories; pictures are made at build.
  images: { unoptimized: true },
  // A redirect is no JSON answer: /api/catalog/ is taken as /api/catalog.
  skipTrailingSlashRedirect: true,
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ["pg", "pino"],
  experimental: { serverSourceMaps: false },
};
