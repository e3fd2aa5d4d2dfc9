import { z } from "zod";
import { retentionDaysMax } from "../domain/submissions/core/promises.ts";
import { scoreMax } from "../domain/submissions/core/questions.ts";
import {
  countWeekHours,
  hasRegularWorkingDays,
  parseBusinessDays,
  parseBusinessHours,
  parseHolidays,
} from "../domain/submissions/core/working-time.ts";
import { isTimeZone } from "../domain/time-zone.ts";
import { connectionsDefault, connectionsMin } from "./connections.ts";
import {
  addBookingIssues,
  assistantVariables,
  bookingVariables,
  defaultSchedulingUrl,
  mailVariables,
  numberText,
} from "./env-services.ts";

const score = () => {
  const error = `must be a number from 0 to ${scoreMax}`;
  return z
    .string()
    .regex(/^\d{1,2}(\.\d+)?$/, { error })
    .transform(Number)
    .pipe(z.number().max(scoreMax, { error }));
};

const postgresUrl = () => z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgresql:// address" });

const webUrl = () => z.url({ protocol: /^https?$/, error: "must be an http(s) address" });

const isWebOrigin = (text: string) => /^https?:\/\/[^/?#@\\\s]+\/?$/i.test(text) && URL.canParse(text);

/** A placeholder for trying out the service: nobody reads this mail. */
export const defaultContactEmail = "hello@example.com";

export const defaultSiteName = "Encaje";

/** In the order of .env.example and docs/run.md, which tools/env-docs.ts writes. */
export const variableGroups = {
  "First deployment": {
    DATABASE_URL: postgresUrl()
      .optional()
      .describe("Postgres, or a pooler in front of it. Unset: an embedded Postgres in DATA_DIR."),
    AUTH_SECRET: z
      .string()
      .min(32, { error: "must have at least 32 characters" })
      .optional()
      .describe(
        "Signs sessions and receipts, encrypts second factors. At least 32 random characters, the same on every instance and worker. Unset: DATA_DIR/auth-secret; with a DATABASE_URL, no desk.",
      ),
    HOST: z
      .string()
      .default("127.0.0.1")
      .describe("Address to listen on. In a container, or with the proxy on another machine: 0.0.0.0."),
    TRUSTED_PROXY_HOPS: numberText(0, 10)
      .default(0)
      .describe(
        "Number of your own proxies in front. Too low: all visitors are one client. Too high: callers choose theirs.",
      ),
    SITE_URL: z
      .string()
      .refine(isWebOrigin, {
        error: "must be an http(s) address with nothing after the host, such as https://example.com",
      })
      .transform((url) => new URL(url).origin)
      .optional()
      .describe("Public address, such as https://example.com. Unset: http://localhost:PORT."),
    SITE_NAME: z
      .string()
      .max(60, { error: "must have at most 60 characters" })
      .default(defaultSiteName)
      .describe("Name of the company that the first start stores; from then on it is changed at the desk."),
    CONTACT_EMAIL: z
      .email({ error: "must be an email address" })
      .default(defaultContactEmail)
      .describe("Address that people write to, also by replying to a mail. Required with SMTP_URL."),
    SCHEDULING_URL: z
      .url({ protocol: /^https$/, error: "must be an https:// address" })
      .max(2048, { error: "must have at most 2048 characters" })
      .default(defaultSchedulingUrl)
      .describe("Booking page for qualified people."),
    SMTP_URL: z
      .url({ protocol: /^smtps?$/, hostname: /./, error: "must be an smtp:// or smtps:// address" })
      .optional()
      .describe("Mail server, such as smtp://user:password@mail.example.com:587. Unset: files in DATA_DIR/mail."),
  },
  Company: {
    FIT_REVIEW_MIN: score().default(7).describe("Lowest score that the team reviews. Confidential."),
    FIT_QUALIFIED_MIN: score().default(13).describe("Lowest score that qualifies at once. Confidential."),
    REPLY_HOURS: numberText(1, 720)
      .default(48)
      .describe(
        "Working hours within which a reply is promised to inquiries and to evaluations with the route review.",
      ),
    BUSINESS_DAYS: z
      .string()
      .refine(parseBusinessDays, { error: "must be days such as mon-fri or mon-thu,sat" })
      .default("mon-sun")
      .describe("Days that count for REPLY_HOURS, such as mon-fri or mon-thu,sat."),
    BUSINESS_HOURS: z
      .string()
      .refine(parseBusinessHours, { error: "must be hours within one day, such as 09:00-18:00, up to 00:00-24:00" })
      .default("00:00-24:00")
      .describe("Hours of these days that count, such as 09:00-18:00."),
    HOLIDAYS: z
      .string()
      .refine(parseHolidays, { error: "must be dates such as 2026-12-25,2027-01-01" })
      .optional()
      .describe("Days that do not count, such as 2026-12-25,2027-01-01."),
    TIME_ZONE: z
      .string()
      .refine(isTimeZone, { error: "must be a city's time zone, such as America/Mexico_City, or UTC" })
      .default("America/Mexico_City")
      .describe("Time zone of these, of times on pages and in mails, and of the desk's days."),
    WHATSAPP_COUNTS_AS_REPLY: z
      .enum(["yes", "no"], { error: "must be yes or no" })
      .default("yes")
      .describe("Whether a contact by WhatsApp that an operator notes stops the clock like a reply: yes or no."),
    RETENTION_DAYS: numberText(1, retentionDaysMax)
      .default(retentionDaysMax)
      .describe(
        `Days after which closed submissions are purged. The privacy notice promises ${retentionDaysMax} at most.`,
      ),
  },
  Bookings: bookingVariables,
  Limits: {
    RATE_LIMIT_WINDOW_SECONDS: numberText(1, 86_400).default(600).describe("Length of the sliding window."),
    RATE_LIMIT_IP_MAX: numberText(1, 1_000_000_000).default(30).describe("Submissions per client in a window."),
    RATE_LIMIT_AGENT_MAX: numberText(1, 1_000_000_000).default(60).describe("Submissions per agentName in a window."),
    REDIS_URL: z
      .url({ protocol: /^rediss?$/, hostname: /./, error: "must be a redis:// or rediss:// address" })
      .optional()
      .describe(
        "Redis that counts for all instances, such as rediss://user:password@redis.example.com:6379. Unset, and no Upstash: each counts for itself.",
      ),
    UPSTASH_REDIS_REST_URL: webUrl().optional().describe("Upstash Redis instead of REDIS_URL."),
    UPSTASH_REDIS_REST_TOKEN: z.string().optional().describe("Token of that Redis."),
  },
  Mail: mailVariables,
  "Hosted assistants": assistantVariables,
  "Server and serverless": {
    PORT: numberText(1, 65535).default(3000).describe("Port to serve on."),
    SHUTDOWN_DELAY_SECONDS: numberText(0, 300)
      .optional()
      .describe(
        "How long requests are still taken after SIGTERM, while /api/readyz is a 503. Unset: 5 with TRUSTED_PROXY_HOPS, else 0.",
      ),
    ENCAJE_HOST: z
      .enum(["server", "serverless"], { error: "must be server or serverless" })
      .default("server")
      .describe("What runs the app. server: npm start. serverless: next start, the standalone output or functions."),
    CRON_SECRET: z
      .string()
      .min(32, { error: "must have at least 32 characters" })
      .optional()
      .describe("Bearer token of the cron that calls /api/tasks on serverless hosts."),
  },
  Database: {
    MIGRATE: z
      .enum(["start", "one-way", "never"], { error: "must be start, one-way or never" })
      .default("start")
      .describe(
        "What a start does with pending migrations. start: apply them, except one-way ones on your own Postgres server. one-way: apply these too. never: refuse to start.",
      ),
    DATABASE_CONNECTIONS: numberText(connectionsMin, 1000)
      .default(connectionsDefault)
      .describe(`Connections that one process opens at most; ${connectionsMin} or more.`),
    DATABASE_POOLER: z
      .enum(["session", "transaction"], { error: "must be session or transaction" })
      .default("session")
      .describe("Mode of the pooler in DATABASE_URL: session or transaction."),
    DIRECT_URL: postgresUrl()
      .optional()
      .describe("Postgres itself, for migrations, where DATABASE_URL is a pooler. Unset: DATABASE_URL."),
    DATA_DIR: z
      .string()
      .default(".data")
      .describe("Folder of the embedded Postgres and auth-secret, of backups and of mails in files."),
  },
  Other: {
    METRICS_PORT: numberText(1, 65535)
      .optional()
      .describe("Port of HOST with metrics for Prometheus, for your own network only."),
    METRICS_TOKEN: z
      .string()
      .min(32, { error: "must have at least 32 characters" })
      .optional()
      .describe("Bearer token that /metrics asks for."),
    OTEL_EXPORTER_OTLP_ENDPOINT: webUrl()
      .optional()
      .describe("Collector that gets traces by OTLP over HTTP, such as http://localhost:4318."),
    LOG_LEVEL: z
      .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
        error: "must be one of fatal, error, warn, info, debug, trace, silent",
      })
      .default("info")
      .describe("fatal, error, warn, info, debug, trace or silent."),
  },
};

export const EnvSchema = z
  .object({
    ...variableGroups["First deployment"],
    ...variableGroups.Company,
    ...variableGroups.Bookings,
    ...variableGroups.Limits,
    ...variableGroups.Mail,
    ...variableGroups["Hosted assistants"],
    ...variableGroups["Server and serverless"],
    ...variableGroups.Database,
    ...variableGroups.Other,
  })
  // Also runs if individual variables are invalid, so that one message lists all problems.
  .superRefine(addPairIssues, { when: () => true });

type Pairs = { [name: string]: unknown };

function addPairIssues(variables: Pairs, ctx: z.core.$RefinementCtx): void {
  const addIssue = (name: string, message: string) => ctx.addIssue({ code: "custom", path: [name], message });
  const { FIT_REVIEW_MIN: review, FIT_QUALIFIED_MIN: qualified } = variables;
  if (typeof review === "number" && typeof qualified === "number" && review > qualified) {
    addIssue("FIT_REVIEW_MIN", "must not be above FIT_QUALIFIED_MIN");
  }
  addWorkingTimeIssues(variables, addIssue);
  addBookingIssues(variables, addIssue);
  if (variables.ENCAJE_HOST === "serverless") addServerlessIssues(variables, addIssue);
  if (variables.METRICS_PORT !== undefined && variables.METRICS_PORT === variables.PORT) {
    addIssue("METRICS_PORT", "must not be PORT: metrics are not public");
  }
  if (variables.DIRECT_URL !== undefined && variables.DATABASE_URL === undefined) {
    addIssue("DIRECT_URL", "must not be set without DATABASE_URL");
  }
  if (variables.ASSISTANT_CERTIFICATE_HEADER !== undefined && variables.TRUSTED_PROXY_HOPS === 0) {
    addIssue("ASSISTANT_CERTIFICATE_HEADER", "must not be set without TRUSTED_PROXY_HOPS: callers could send it");
  }
  if (variables.REDIS_URL && variables.UPSTASH_REDIS_REST_URL) {
    addIssue("REDIS_URL", "must not be set beside UPSTASH_REDIS_REST_URL: the limits are counted in one place");
  }
  if (!variables.UPSTASH_REDIS_REST_URL === !variables.UPSTASH_REDIS_REST_TOKEN) return;
  const missing = variables.UPSTASH_REDIS_REST_URL ? "UPSTASH_REDIS_REST_TOKEN" : "UPSTASH_REDIS_REST_URL";
  addIssue(missing, "must be set, because its other half is");
}

/** Checks settings for serverless hosting: a process may be one of many, has no disk and ends after its response. */
function addServerlessIssues(variables: Pairs, addIssue: (name: string, message: string) => void): void {
  const needed = ["DATABASE_URL", "SMTP_URL", "CRON_SECRET"].filter((name) => variables[name] === undefined);
  for (const name of needed) addIssue(name, "must be set where ENCAJE_HOST is serverless");
  if (!variables.REDIS_URL && !variables.UPSTASH_REDIS_REST_URL) {
    addIssue("REDIS_URL", "or Upstash's variables must be set where ENCAJE_HOST is serverless");
  }
  if (variables.DATABASE_POOLER !== "transaction") {
    addIssue("DATABASE_POOLER", "must be transaction where ENCAJE_HOST is serverless");
  }
  if (variables.DATABASE_CONNECTIONS !== connectionsMin) {
    addIssue("DATABASE_CONNECTIONS", `must be ${connectionsMin} where ENCAJE_HOST is serverless`);
  }
}

const yearWeeks = 52;

function addWorkingTimeIssues(variables: Pairs, addIssue: (name: string, message: string) => void): void {
  const days = parseBusinessDays(`${variables.BUSINESS_DAYS}`);
  const hours = parseBusinessHours(`${variables.BUSINESS_HOURS}`);
  const holidays = variables.HOLIDAYS === undefined ? [] : parseHolidays(`${variables.HOLIDAYS}`);
  if (days && hours && Number(variables.REPLY_HOURS) > yearWeeks * countWeekHours({ days, hours })) {
    addIssue("REPLY_HOURS", "must not be more than a year of BUSINESS_DAYS and BUSINESS_HOURS has");
  }
  if (days && holidays && !hasRegularWorkingDays({ days, holidays })) {
    addIssue("HOLIDAYS", "must leave a working day in each month");
  }
}
