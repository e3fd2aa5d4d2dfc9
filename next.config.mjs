import createNextIntlPlugin from "next-intl/plugin";

const withMessages = createNextIntlPlugin({
  requestConfig: "./lib/i18n/request.ts",
  // Compiled at build, so that no parser of messages is sent to the browser.
  experimental: { messages: { path: "./messages", format: "json", precompile: true } },
});

export default withMessages({
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
});
