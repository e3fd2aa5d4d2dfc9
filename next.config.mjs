import createNextIntlPlugin from "next-intl/plugin";
import { getPathnames } from "./lib/i18n/paths.ts";

const withMessages = createNextIntlPlugin({
  requestConfig: "./lib/i18n/request.ts",
  // Compiled at build, so that no parser of messages is sent to the browser.
  experimental: { messages: { path: "./messages", format: "json", precompile: true } },
});

/** What the floor of the benchmark has in common with the app. */
export const settings = {
  poweredByHeader: false,
  // Answers of the API are small: compressing each costs more than it saves. lib/http/front does it for the pages.
  compress: false,
  // lib/http/front makes them of what is sent.
  generateEtags: false,
  // Titles and descriptions stand in the head for everyone: sent after the content, they would need inline scripts.
  htmlLimitedBots: /.*/,
  // The image optimizer has been the door of several advisories; pictures are made at build.
  images: { unoptimized: true },
  // A redirect is no JSON answer: /api/catalog/ is taken as /api/catalog.
  skipTrailingSlashRedirect: true,
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ["nodemailer", "pg", "pg-boss", "pino"],
  // A page is shown without waiting for a second answer: lib/http/front admits the style by its hash.
  // What a form may have, and a little more, so that what is too long is seen to be.
  experimental: { inlineCss: true, serverSourceMaps: false, proxyClientMaxBodySize: 288 * 1024 },
};

/** Rendered for each request, but the same for everyone: a browser may keep them and asks whether they have changed. */
const shared = ["/", "/catalog", { pathname: "/catalog/[slug]", params: { slug: ":slug" } }];
const headers = async () =>
  shared
    .map(getPathnames)
    .flatMap(Object.values)
    .map((source) => ({
      source: decodeURIComponent(source),
      headers: [{ key: "Cache-Control", value: "private, no-cache" }],
    }));

/** Links in mails that were sent while an evaluation was called a lead. */
const redirects = async () => [
  { source: "/admin/inbox/lead/:id", destination: "/admin/inbox/evaluation/:id", permanent: true },
];

// A function, so that the benchmark's floor can import this file without the messages.
export default () => withMessages({ ...settings, headers, redirects });
