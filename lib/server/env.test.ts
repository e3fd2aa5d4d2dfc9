import { describe, expect, test } from "vitest";
import { findLine, getError } from "./env.fixture.ts";
import { parseEnv } from "./env.ts";

/** Variables that are secret or may contain a secret. */
const hidden = ["DATABASE_URL", "SMTP_URL", "FIT_REVIEW_MIN", "FIT_QUALIFIED_MIN"];

const longName = "x".repeat(60);

/** For each variable: accepted values at its bounds, refused values, and the rule in the message. */
const edges: [name: string, good: [sent: string, read: unknown][], bad: string[], must: RegExp][] = [
  [
    "PORT",
    [
      ["1", 1],
      ["65535", 65535],
    ],
    ["0", "65536", "-1", "80.5", "http", "0x50"],
    /1 to 65535/,
  ],
  [
    "DATABASE_URL",
    ["postgres://u:p@h/d", "postgresql://u:p@h:5432/d"].map((url) => [url, url]),
    ["mysql://h/d", "h:5432", "/var/run", "https://h/d"],
    /postgresql:\/\//,
  ],
  ["DATABASE_POOLER", ["session", "transaction"].map((mode) => [mode, mode]), ["statement", "yes"], /session or tr/],
  [
    "DATABASE_CONNECTIONS",
    [
      ["10", 10],
      ["1000", 1000],
    ],
    ["9", "1001", "10.5", "many"],
    /10 to 1000/,
  ],
  ["MIGRATE", ["start", "never"].map((when) => [when, when]), ["always", "no"], /start, one-way or never/],
  [
    "SITE_URL",
    [
      ["https://a.example", "https://a.example"],
      ["http://a.example:8080/", "http://a.example:8080"],
      ["HTTPS://A.Example:443/", "https://a.example"],
      ["https://www.peñafiel.mx", "https://www.xn--peafiel-5za.mx"],
    ],
    [
      ...["https://a.example/path", "https://a.example/?q", "https://a.example?", "https://a.example/#"],
      ...["https://a.example//", "https://a.example/./", "https://a.example\\"],
      ...["ftp://a.example", "a.example", "abc", "https://", "//a", "https:a.example", "https:///a.example"],
    ],
    /http\(s\) address/,
  ],
  [
    "SITE_NAME",
    [
      ["x", "x"],
      [longName, longName],
    ],
    [`${longName}x`],
    /60/,
  ],
  ["CONTACT_EMAIL", [["a@b.example", "a@b.example"]], ["a", "a@b", "a b@c.example"], /email/],
  ["SCHEDULING_URL", [["https://c.example/x?y", "https://c.example/x?y"]], ["http://c.example", "c.example"], /https/],
  ["BOOKING_QUERY", [["a={name}", "a={name}"]], ["a={phone}", "x".repeat(501)], /placeholders|characters/],
  [
    "BOOKING_API_URL",
    [["http://cal.internal:3000", "http://cal.internal:3000"]],
    ["cal.com", "ftp://c.example"],
    /http/,
  ],
  ["BOOKING_EVENT_TYPE", [["999999999999", 999_999_999_999]], ["0", "1.5", "1".repeat(13)], /number/],
  ["INSIDE_HOSTS", [["a.internal:80,b", ["a.internal:80", "b"]]], ["http://a", "a:b", "a,"], /hosts/],
  [
    "SMTP_URL",
    [
      ["smtp://127.0.0.1:2525", "smtp://127.0.0.1:2525"],
      ["smtps://user:pass%40word@mail.example", "smtps://user:pass%40word@mail.example"],
    ],
    ["mail.example:25", "http://mail.example", "smtp:", "x"],
    /smtp:\/\//,
  ],
  ["MAIL_FROM", [["no-reply@b.example", "no-reply@b.example"]], ["a", "a@b", "Ana <a@b.example>"], /email/],
  ["MAIL_WORKER", ["app", "separate"].map((value) => [value, value]), ["App", "off"], /app or separate/],
  [
    "FIT_REVIEW_MIN",
    [
      ["0", 0],
      ["6.5", 6.5],
      ["13", 13],
    ],
    ["-1", "18.1", "19", "seven", "1e1", "7."],
    /0 to 18/,
  ],
  [
    "FIT_QUALIFIED_MIN",
    [
      ["7", 7],
      ["12.75", 12.75],
      ["18", 18],
    ],
    ["-0.1", "18.01", "100", "x"],
    /0 to 18/,
  ],
  [
    "REPLY_HOURS",
    [
      ["1", 1],
      ["720", 720],
    ],
    ["0", "721", "1.5", "2d"],
    /1 to 720/,
  ],
  ["WHATSAPP_COUNTS_AS_REPLY", ["yes", "no"].map((value) => [value, value]), ["Yes", "true"], /yes or no/],
  ["BUSINESS_DAYS", ["mon-fri", "sun"].map((days) => [days, days]), ["weekdays", "mon-fr", "1-5"], /mon-fri/],
  [
    "BUSINESS_HOURS",
    ["00:00-24:00", "09:00-18:00"].map((hours) => [hours, hours]),
    ["00:00-24:01", "18:00-09:00", "9-18"],
    /09:00-18:00/,
  ],
  [
    "HOLIDAYS",
    ["2026-12-25", "2026-12-25,2027-01-01"].map((days) => [days, days]),
    ["2026-02-29", "25.12.2026", "christmas"],
    /dates such as/,
  ],
  [
    "TIME_ZONE",
    ["America/Tijuana", "UTC"].map((zone) => [zone, zone]),
    ["America/Mexico", "-06:00", "local", "Etc/GMT+6"],
    /city's time zone, such as/,
  ],
  [
    "RETENTION_DAYS",
    [
      ["1", 1],
      ["730", 730],
    ],
    ["0", "731", "1.5", "2y"],
    /1 to 730/,
  ],
  [
    "RATE_LIMIT_WINDOW_SECONDS",
    [
      ["1", 1],
      ["86400", 86_400],
    ],
    ["0", "86401", "1.5", "10m"],
    /1 to 86400/,
  ],
  [
    "RATE_LIMIT_IP_MAX",
    [
      ["1", 1],
      ["1000000000", 1e9],
    ],
    ["0", "-1", "1000000001", "1e3"],
    /1 to 1000000000/,
  ],
  [
    "RATE_LIMIT_AGENT_MAX",
    [
      ["1", 1],
      ["1000000000", 1e9],
    ],
    ["0", "-1", "1000000001", "∞"],
    /1 to 1000000000/,
  ],
  [
    "RATE_LIMIT_HOST_MAX",
    [
      ["1", 1],
      ["1000000000", 1e9],
    ],
    ["0", "-1", "1000000001", "many"],
    /1 to 1000000000/,
  ],
  [
    "ASSISTANT_RANGES",
    [
      ["none", "none"],
      ["A b=192.0.2.0/28, C-d=2001:db8::/32", "A b=192.0.2.0/28, C-d=2001:db8::/32"],
    ],
    ["192.0.2.0/28", "Claude=192.0.2.1", "Claude=192.0.2.0/33", "Claude=192.0.2.0/28,", "Claude=example.com/8"],
    /ranges such as/,
  ],
  [
    "ASSISTANT_ORIGINS",
    [
      ["none", "none"],
      ["A b=https://a.example:8443, C-d=https://c.example/", "A b=https://a.example:8443, C-d=https://c.example/"],
    ],
    [
      ...["https://a.example", "A=https://a.example", "Aa=http://a.example", "Aa=https://a.example/keys"],
      ...["Aa=https://a.example?b", "Aa=https://a.example,", "Aa=a.example"],
    ],
    /https origins such as/,
  ],
  [
    "TRUSTED_PROXY_HOPS",
    [
      ["0", 0],
      ["10", 10],
    ],
    ["-1", "11", "1.0", "one"],
    /0 to 10/,
  ],
  [
    "SHUTDOWN_DELAY_SECONDS",
    [
      ["0", 0],
      ["300", 300],
    ],
    ["-1", "301", "0.5", "5s"],
    /0 to 300/,
  ],
  [
    "LOG_LEVEL",
    ["fatal", "error", "warn", "info", "debug", "trace", "silent"].map((l) => [l, l]),
    ["loud", "INFO"],
    /warn/,
  ],
];

describe("environment defaults", () => {
  test("applies the defaults when nothing is set", () => {
    expect(parseEnv({})).toEqual({
      ENCAJE_HOST: "server",
      PORT: 3000,
      HOST: "127.0.0.1",
      DATABASE_POOLER: "session",
      DATABASE_CONNECTIONS: 33,
      MIGRATE: "start",
      DATA_DIR: ".data",
      SITE_NAME: "Encaje",
      CONTACT_EMAIL: "hello@example.com",
      SCHEDULING_URL: expect.stringMatching(/^https:\/\//),
      BOOKING_QUERY: "name={name}&email={email}&utm_content={reference}",
      BOOKING_REMINDER_HOURS: 48,
      MAIL_WORKER: "app",
      FIT_REVIEW_MIN: 7,
      FIT_QUALIFIED_MIN: 13,
      REPLY_HOURS: 48,
      WHATSAPP_COUNTS_AS_REPLY: "yes",
      BUSINESS_DAYS: "mon-sun",
      BUSINESS_HOURS: "00:00-24:00",
      TIME_ZONE: "America/Mexico_City",
      RETENTION_DAYS: 730,
      RATE_LIMIT_WINDOW_SECONDS: 600,
      RATE_LIMIT_IP_MAX: 30,
      RATE_LIMIT_AGENT_MAX: 60,
      RATE_LIMIT_HOST_MAX: 300,
      ASSISTANT_RANGES: "Claude=160.79.104.0/21",
      ASSISTANT_ORIGINS: "ChatGPT=https://chatgpt.com",
      TRUSTED_PROXY_HOPS: 0,
      LOG_LEVEL: "info",
    });
  });

  test("treats blank variables as not set, and trims white space", () => {
    const blank = Object.fromEntries(edges.map(([name], at) => [name, at % 2 ? "" : " \t "]));
    expect(parseEnv(blank)).toEqual(parseEnv({}));
    expect(parseEnv({ PORT: " 8080\n", FIT_REVIEW_MIN: " 3 " })).toMatchObject({ PORT: 8080, FIT_REVIEW_MIN: 3 });
  });

  test("ignores variables of other programs", () => {
    expect(parseEnv({ PATH: "/bin", NODE_ENV: "production", __proto__: "x" })).toEqual(parseEnv({}));
  });
});

describe.each(edges)("the variable %s", (name, good, bad, must) => {
  test("accepts valid values, including those at the bounds", () => {
    for (const [sent, read] of good) expect(parseEnv({ [name]: sent })).toHaveProperty(name, read);
  });

  test("refuses invalid values on a line with the variable's name and rule", () => {
    for (const sent of bad) {
      const line = findLine(getError({ [name]: sent }), name);
      expect(line, sent).toMatch(must);
      expect(line).toContain(hidden.includes(name) ? "was (hidden)" : sent);
    }
  });
});

describe("several wrong variables", () => {
  test("lists all wrong variables, one per line", () => {
    const wrong = Object.fromEntries(edges.map(([name, , bad]) => [name, bad[0] ?? ""]));
    const lines = getError({ ...wrong, UPSTASH_REDIS_REST_URL: "redis://h" }).split("\n");
    for (const name of [...Object.keys(wrong), "UPSTASH_REDIS_REST_URL"]) {
      expect(
        lines.filter((line) => line.trim().startsWith(`${name} `)),
        name,
      ).not.toHaveLength(0);
    }
  });

  test.each(edges.filter(([name]) => !name.startsWith("FIT_")))(
    "reports an invalid %s together with broken rules between other variables",
    (name, _good, bad) => {
      for (const value of bad) {
        const text = getError({ [name]: value, FIT_REVIEW_MIN: "14", UPSTASH_REDIS_REST_TOKEN: "t" });
        for (const at of [name, "FIT_REVIEW_MIN", "UPSTASH_REDIS_REST_URL"]) {
          expect(findLine(text, at), value).not.toBe("");
        }
      }
    },
  );
});
