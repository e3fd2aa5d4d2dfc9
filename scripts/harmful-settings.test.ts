import { expect, test } from "vitest";
import { parseEnv } from "../lib/server/env.ts";
import { listHarmfulSettings } from "./harmful-settings.ts";

const listNames = (variables: Record<string, string>) =>
  listHarmfulSettings(parseEnv(variables)).map(({ subject }) => subject);

const complete = {
  DATABASE_URL: "postgresql://encaje@db.example/encaje",
  AUTH_SECRET: "x".repeat(32),
  HOST: "0.0.0.0",
  SITE_URL: "https://fit.example",
  CONTACT_EMAIL: "team@fit.example",
  SCHEDULING_URL: "https://fit.example/book",
  SMTP_URL: "smtp://mail.fit.example",
  TRUSTED_PROXY_HOPS: "1",
};

test("reports nothing for a complete configuration", () => {
  expect(listNames(complete)).toEqual([]);
});

test.each(["AUTH_SECRET", "SITE_URL", "CONTACT_EMAIL", "SCHEDULING_URL", "SMTP_URL", "TRUSTED_PROXY_HOPS"])(
  "reports only %s if only that setting is missing",
  (name) => {
    expect(listNames({ ...complete, [name]: "" })).toEqual([name]);
  },
);

test("requires no AUTH_SECRET with the embedded database", () => {
  expect(listNames({ ...complete, DATABASE_URL: "", AUTH_SECRET: "" })).toEqual([]);
  for (const HOST of ["127.0.0.1", "::1", "localhost"]) {
    const SITE_URL = "http://fit.example";
    expect(listNames({ ...complete, HOST, SITE_URL, TRUSTED_PROXY_HOPS: "0" })).toEqual([]);
  }
});
