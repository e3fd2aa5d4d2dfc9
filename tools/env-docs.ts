// Writes .env.example and the tables of variables in docs/run.md from EnvSchema, for `npm run generate`.
import fs from "node:fs";
import path from "node:path";
import { z } from "zod";
import { EnvSchema } from "../lib/server/env-schema.ts";

const root = path.join(import.meta.dirname, "..");

type Name = keyof typeof EnvSchema.shape;

/** Groups of variables in the order of .env.example. Each variable is in one group. */
export const groups: Record<string, Name[]> = {
  "First deployment": [
    "DATABASE_URL",
    "AUTH_SECRET",
    "HOST",
    "TRUSTED_PROXY_HOPS",
    "SITE_URL",
    "SITE_NAME",
    "CONTACT_EMAIL",
    "SCHEDULING_URL",
    "SMTP_URL",
  ],
  Company: [
    "FIT_REVIEW_MIN",
    "FIT_QUALIFIED_MIN",
    "REPLY_HOURS",
    "BUSINESS_DAYS",
    "BUSINESS_HOURS",
    "HOLIDAYS",
    "TIME_ZONE",
    "WHATSAPP_COUNTS_AS_REPLY",
    "RETENTION_DAYS",
  ],
  Bookings: [
    "BOOKING_QUERY",
    "BOOKING_SERVICE",
    "BOOKING_EVENT_TYPE",
    "BOOKING_API_KEY",
    "BOOKING_WEBHOOK_SECRET",
    "BOOKING_API_URL",
    "BOOKING_REMINDER_HOURS",
    "INSIDE_HOSTS",
  ],
  Limits: [
    "RATE_LIMIT_WINDOW_SECONDS",
    "RATE_LIMIT_IP_MAX",
    "RATE_LIMIT_AGENT_MAX",
    "REDIS_URL",
    "UPSTASH_REDIS_REST_URL",
    "UPSTASH_REDIS_REST_TOKEN",
  ],
  Mail: ["MAIL_FROM", "MAIL_WORKER", "IMAP_URL", "INBOUND_MAIL_SECRET", "INBOUND_MAIL_SERVER"],
  "Hosted assistants": ["RATE_LIMIT_HOST_MAX", "ASSISTANT_RANGES", "ASSISTANT_CERTIFICATE_HEADER", "ASSISTANT_ORIGINS"],
  "Server and serverless": ["PORT", "SHUTDOWN_DELAY_SECONDS", "ENCAJE_HOST", "CRON_SECRET"],
  Database: ["MIGRATE", "DATABASE_CONNECTIONS", "DATABASE_POOLER", "DIRECT_URL", "DATA_DIR"],
  Other: ["METRICS_PORT", "METRICS_TOKEN", "OTEL_EXPORTER_OTLP_ENDPOINT", "LOG_LEVEL"],
};

type Variable = { name: string; default?: unknown; description?: string };

function listVariables(group: string): Variable[] {
  const names = groups[group];
  if (!names) throw new Error(`docs/run.md has a table of variables for ${group}, which is not a group`);
  const { properties = {} } = z.toJSONSchema(EnvSchema, { unrepresentable: "any" });
  return names.map((name) => {
    const property = properties[name];
    return { name, ...(typeof property === "object" ? property : {}) };
  });
}

export function formatEnvExample(): string {
  const parts = Object.keys(groups).map((group) => {
    const entries = listVariables(group).map(
      ({ name, default: value, description }) =>
        `# ${description}\n${value === undefined ? "# " : ""}${name}=${value ?? ""}\n`,
    );
    return `## ${group}\n\n${entries.join("\n")}`;
  });
  return `# Every variable the service reads, with its default. Copy to .env and change what you need.\n\n${parts.join("\n")}`;
}

const tables = /(<!-- variables: ([\w ]+), written by tools\/env-docs\.ts -->\n)[\s\S]*?(<!-- end of variables -->)/g;

/** Lists the groups whose tables are in the text `guide`. */
export const listGroups = (guide: string) => [...guide.matchAll(tables)].map(([, , group = ""]) => group);

export function fillTables(guide: string): string {
  return guide.replace(tables, (_, start: string, group: string, end: string) => `${start}${toTable(group)}\n${end}`);
}

function toTable(group: string): string {
  const rows = listVariables(group).map(
    ({ name, default: value, description }) =>
      `| \`${name}\` | ${value === undefined ? "" : `\`${value}\``} | ${description} |`,
  );
  return ["| Variable | Default | What it is |", "| --- | --- | --- |", ...rows].join("\n");
}

export const files = {
  example: path.join(root, ".env.example"),
  guide: path.join(root, "docs", "run.md"),
};

export function writeEnvDocs(): void {
  fs.writeFileSync(files.example, formatEnvExample());
  fs.writeFileSync(files.guide, fillTables(fs.readFileSync(files.guide, "utf8")));
}
