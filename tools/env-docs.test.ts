import fs from "node:fs";
import { parseEnv as parseDotEnv } from "node:util";
import { expect, test } from "vitest";
import { EnvSchema, variableGroups } from "../lib/server/env-schema.ts";
import { files, fillTables, formatEnvExample, listGroups } from "./env-docs.ts";

const text = fs.readFileSync(files.example, "utf8");

/** The default of each variable, written by hand; undefined if leaving the variable unset has its own meaning. */
const defaults: Record<string, string | undefined> = {
  PORT: "3000",
  HOST: "127.0.0.1",
  DATABASE_URL: undefined,
  DIRECT_URL: undefined,
  DATABASE_POOLER: "session",
  DATABASE_CONNECTIONS: "33",
  MIGRATE: "start",
  DATA_DIR: ".data",
  AUTH_SECRET: undefined,
  SITE_URL: undefined,
  SITE_NAME: "Encaje",
  CONTACT_EMAIL: "hello@example.com",
  SCHEDULING_URL: "https://calendar.example.com/technical-fit-review",
  BOOKING_QUERY: "name={name}&email={email}&utm_content={reference}",
  BOOKING_SERVICE: undefined,
  BOOKING_EVENT_TYPE: undefined,
  BOOKING_API_KEY: undefined,
  BOOKING_WEBHOOK_SECRET: undefined,
  BOOKING_API_URL: undefined,
  BOOKING_REMINDER_HOURS: "48",
  INSIDE_HOSTS: undefined,
  SMTP_URL: undefined,
  MAIL_FROM: undefined,
  MAIL_WORKER: "app",
  INBOUND_MAIL_SECRET: undefined,
  IMAP_URL: undefined,
  INBOUND_MAIL_SERVER: undefined,
  FIT_REVIEW_MIN: "7",
  FIT_QUALIFIED_MIN: "13",
  REPLY_HOURS: "48",
  WHATSAPP_COUNTS_AS_REPLY: "yes",
  BUSINESS_DAYS: "mon-sun",
  BUSINESS_HOURS: "00:00-24:00",
  HOLIDAYS: undefined,
  TIME_ZONE: "America/Mexico_City",
  RETENTION_DAYS: "730",
  RATE_LIMIT_WINDOW_SECONDS: "600",
  RATE_LIMIT_IP_MAX: "30",
  RATE_LIMIT_AGENT_MAX: "60",
  RATE_LIMIT_HOST_MAX: "300",
  ASSISTANT_RANGES: "Claude=160.79.104.0/21",
  ASSISTANT_CERTIFICATE_HEADER: undefined,
  ASSISTANT_ORIGINS: "ChatGPT=https://chatgpt.com",
  TRUSTED_PROXY_HOPS: "0",
  SHUTDOWN_DELAY_SECONDS: undefined,
  REDIS_URL: undefined,
  UPSTASH_REDIS_REST_URL: undefined,
  UPSTASH_REDIS_REST_TOKEN: undefined,
  ENCAJE_HOST: "server",
  CRON_SECRET: undefined,
  METRICS_PORT: undefined,
  METRICS_TOKEN: undefined,
  OTEL_EXPORTER_OTLP_ENDPOINT: undefined,
  LOG_LEVEL: "info",
};

test(".env.example lists exactly the variables of the schema, each once", () => {
  const names = [...text.matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
  expect(names.toSorted()).toEqual(Object.keys(defaults).toSorted());
  expect(Object.keys(EnvSchema.shape).toSorted()).toEqual(Object.keys(defaults).toSorted());
});

test("an unchanged copy of .env.example sets nothing, and an uncommented one only defaults", () => {
  expect(parseDotEnv(text)).toEqual({});
  const uncommented = parseDotEnv(text.replace(/^# ([A-Z][A-Z0-9_]+=.)/gm, "$1"));
  expect(uncommented).toEqual(Object.fromEntries(Object.entries(defaults).filter(([, value]) => value !== undefined)));
  expect(EnvSchema.parse(uncommented)).toEqual(EnvSchema.parse({}));
});

test(".env.example is up to date with the schema", () => {
  expect(text).toBe(formatEnvExample());
});

test("docs/run.md has the generated table of each group once", () => {
  const guide = fs.readFileSync(files.guide, "utf8");
  expect(listGroups(guide)).toEqual(Object.keys(variableGroups));
  expect(fillTables(guide)).toBe(guide);
});

test("deploy/compose.yaml passes on every variable that it and its image do not decide", () => {
  const decided = [
    "DATABASE_URL",
    "DATABASE_POOLER",
    "DIRECT_URL",
    "DATA_DIR",
    "HOST",
    "PORT",
    "ENCAJE_HOST",
    "CRON_SECRET",
  ];
  const [app = ""] = fs.readFileSync("deploy/compose.yaml", "utf8").split("\n  db:");
  const passed = [...app.matchAll(/^ {6}([A-Z0-9_]+): \$\{\1:/gm)].map(([, name]) => name);
  const others = Object.keys(EnvSchema.shape).filter((name) => !decided.includes(name));
  expect(passed.toSorted()).toEqual(others.toSorted());
});
