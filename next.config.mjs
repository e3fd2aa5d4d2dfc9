import createNextIntlPlugin from "next-intl/plugin";

const withMessages = createNextIntlPlugin({
  requestConfig: "./lib/i18n/request.ts",
  // Compiled at build, so that no parser of messages is sent to the browser.
  experimental: { messages: { path: "./messages", format: "json", precompile: true } },
});

/** What the floor of the benchmark has in common with the app. */
export const settings = {
  poweredByHeader: false,
  generateEtags: false,
  // Titles and descriptions stand in the head for everyone: sent after the content, they would need inline scripts.
  htmlLimitedBots: /.*/,
  // The image optimizer has been the door of several advisories; pictures are made at build.
  images: { unoptimized: true },
  // A redirect is no JSON answer: /api/catalog/ is taken as /api/catalog.
  skipTrailingSlashRedirect: true,
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ["nodemailer", "pg", "pg-boss", "pino"],
  // What a form may have, and a little more, so that what is too long is seen to be.
  experimental: { serverSourceMaps: false, proxyClientMaxBodySize: 288 * 1024 },
};

/** Links in mails that were sent while an evaluation was called a lead. */
const redirects = async () => [
  { source: "/admin/inbox/lead/:id", destination: "/admin/inbox/evaluation/:id", permanent: true },
];

// A function, so that the benchmark's floor can import this file without the messages.
export default () => withMessages({ ...settings, redirects });
