import { PHASE_PRODUCTION_BUILD, PHASE_PRODUCTION_SERVER } from "next/constants.js";

/** Settings that the app shares with the benchmark's empty Next app. */
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
  serverExternalPackages: [
    ...["nodemailer", "pg", "pino", "prom-client"],
    ...["@opentelemetry/exporter-trace-otlp-http", "@opentelemetry/resources", "@opentelemetry/sdk-trace-base"],
  ],
  // More than the 256 KiB that a form may have, so that our own handler sees and refuses a longer one.
  experimental: { serverSourceMaps: false, proxyClientMaxBodySize: 288 * 1024 },
};

/**
 * Addresses from before: of mails that call an evaluation a lead, and of results that were kept by visitors. The latter
 * for the moment only: a browser that has learnt the new address for good would ask an older instance for it.
 */
const redirects = async () => [
  { source: "/admin/inbox/lead/:id", destination: "/admin/inbox/evaluation/:id", permanent: true },
  { source: "/en/evaluation/answer", destination: "/en/evaluation/result", permanent: false },
  { source: "/es/evaluacion/respuesta", destination: "/es/evaluacion/resultado", permanent: false },
];

/** lib/http/front sets them, too, before Next. proxy.ts is not asked for these files. */
const headers = async () => [
  {
    source: "/_next/static/:path*",
    headers: [
      { key: "X-Content-Type-Options", value: "nosniff" },
      { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
    ],
  },
];

/** Tells the bundler where the messages are: a finished build needs neither the plugin nor its compiler. */
async function withMessages(config) {
  const { default: createNextIntlPlugin } = await import("next-intl/plugin");
  const plugin = createNextIntlPlugin({
    requestConfig: "./app/intl-request.ts",
    // Compiled at build, so that no parser of messages is sent to the browser.
    experimental: { messages: { path: "./messages", format: "json", precompile: true } },
  });
  return plugin(config);
}

// A function, so that the benchmark's empty app can import this file without the messages. Only the build writes the
// standalone output: `next start` and our own server serve the rest of the same build.
export default (phase) => {
  const config = {
    ...settings,
    headers,
    redirects,
    // A path like DATA_DIR/mail makes the tracer take along whatever has such a name.
    outputFileTracingExcludes: {
      "/*": ["**/*.ts", "**/*.tsx"],
      // The image optimizer is off, and so is what it would need (above).
      "**": ["node_modules/@img/**", "node_modules/sharp/**", "screenshots/**", "test-results/**"],
    },
    output: phase === PHASE_PRODUCTION_BUILD ? "standalone" : undefined,
  };
  return phase === PHASE_PRODUCTION_SERVER ? config : withMessages(config);
};
