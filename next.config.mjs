/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  // Answers are small, or compressed once and kept (lib/http/answer).
  compress: false,
  // The image optimizer has been the door of several advisories; pictures are made at build.
  images: { unoptimized: true },
  // A redirect is no JSON answer: /api/catalog/ is taken as /api/catalog.
  skipTrailingSlashRedirect: true,
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ["pg", "pino"],
  experimental: { serverSourceMaps: false },
};
