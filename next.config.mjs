import fs from "node:fs";
import path from "node:path";
import { PHASE_PRODUCTION_BUILD, PHASE_PRODUCTION_SERVER } from "next/constants.js";

const buildCache = path.join(import.meta.dirname, ".next", "cache", "turbopack");

/** Settings that the app shares with the benchmark's empty Next app. */
export const settings = {
  poweredByHeader: false,
  generateEtags: false,
  // Puts metadata into the head for every client: streamed after the content, it would need inline scripts.
  htmlLimitedBots: /.*/,
  // The image optimizer had several security advisories; we generate pictures at build time.
  images: { unoptimized: true },
  // API clients expect JSON, not a redirect: /api/catalog/ means /api/catalog.
  skipTrailingSlashRedirect: true,
  typescript: { ignoreBuildErrors: true },
  // Packages for the server only. Compiling them into each entry would take a third of the build time.
  serverExternalPackages: [
    "@better-auth/utils",
    "@zxcvbn-ts/core",
    "@zxcvbn-ts/language-common",
    "better-auth",
    "libphonenumber-js",
    "@opentelemetry/exporter-trace-otlp-http",
    "@opentelemetry/resources",
    "@opentelemetry/sdk-trace-base",
    "@modelcontextprotocol/server",
    "http-message-signatures",
    "lru-cache",
    "pino",
    "prom-client",
    "yaml",
    "@prisma/adapter-pg",
    "@redis/client",
    "@scalar/openapi-upgrader",
    "@upstash/ratelimit",
    "@upstash/redis",
    "pg",
    "disposable-email-domains-js",
    "file-type",
    "imapflow",
    "nodemailer",
    "postal-mime",
  ],
  experimental: {
    serverSourceMaps: false,
    // Loads a page when it is first requested. Loading all of them at start would cost half a second and 50 MB.
    preloadEntriesOnStart: false,
    // Emits a module only once if several dynamic imports of an entry reach it.
    turbopackServerSideNestedAsyncChunking: true,
    // A cache makes the next build faster, but this one slower. scripts/build.ts says which builds keep one.
    turbopackFileSystemCacheForBuild: fs.existsSync(buildCache),
    // More than the 256 KiB limit of a form, so that our own handler can refuse larger ones.
    proxyClientMaxBodySize: 288 * 1024,
  },
};

/**
 * Former paths: old mails call an evaluation a lead, and visitors may have bookmarked results. Result redirects are
 * temporary, because a browser that caches a permanent one would request the new path from an older instance.
 */
const redirects = async () => [
  { source: "/admin/inbox/lead/:id", destination: "/admin/inbox/evaluation/:id", permanent: true },
  { source: "/en/evaluation/answer", destination: "/en/evaluation/result", permanent: false },
  { source: "/es/evaluacion/respuesta", destination: "/es/evaluacion/resultado", permanent: false },
];

/** lib/http/front also sets these headers, before Next. proxy.ts does not run for these files. */
const headers = async () => [
  {
    source: "/_next/static/:path*",
    headers: [
      { key: "X-Content-Type-Options", value: "nosniff" },
      { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
    ],
  },
];

/** Compiles the messages into the bundle, so that a finished build needs neither the plugin nor its compiler. */
async function withMessages(config) {
  const { default: createNextIntlPlugin } = await import("next-intl/plugin");
  const plugin = createNextIntlPlugin({
    requestConfig: "./app/intl-request.ts",
    // Compiled at build time, so that the browser needs no message parser.
    experimental: { messages: { path: "./messages", format: "json", precompile: true } },
  });
  return plugin(config);
}

// A function, so that the benchmark's empty app can import this file without the messages. Only the build sets the
// standalone output; `next start` and our own server use the rest of the same build.
export default (phase) => {
  const config = {
    ...settings,
    headers,
    redirects,
    // A path like DATA_DIR/mail makes the tracer include every file with such a name.
    outputFileTracingExcludes: {
      "/*": ["**/*.ts", "**/*.tsx"],
      "**": ["screenshots/**", "test-results/**"],
    },
    output: phase === PHASE_PRODUCTION_BUILD ? "standalone" : undefined,
  };
  return phase === PHASE_PRODUCTION_SERVER ? config : withMessages(config);
};
