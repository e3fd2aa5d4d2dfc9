import { describe, expect, test } from "vitest";
import { findLine, getError } from "./env.fixture.ts";
import { parseEnv } from "./env.ts";

describe("verdict thresholds", () => {
  test("accepts equal verdict thresholds, and refuses them in reverse order", () => {
    expect(parseEnv({ FIT_REVIEW_MIN: "9.5", FIT_QUALIFIED_MIN: "9.5" }).FIT_REVIEW_MIN).toBe(9.5);
    const text = getError({ FIT_REVIEW_MIN: "9.6", FIT_QUALIFIED_MIN: "9.5" });
    expect(findLine(text, "FIT_REVIEW_MIN")).toBe("  FIT_REVIEW_MIN was (hidden): must not be above FIT_QUALIFIED_MIN");
  });

  test("never shows the verdict thresholds in an error message", () => {
    for (const [review, qualified] of [
      ["17.3", "4.2"],
      ["17.3", ""],
      ["", "4.2"],
      ["173", "-42"],
      ["17,3", "4,2"],
    ] as const) {
      expect(getError({ FIT_REVIEW_MIN: review, FIT_QUALIFIED_MIN: qualified })).not.toMatch(/17.?3|4.?2/);
    }
  });

  test("compares a verdict threshold with the default of the one that is not set", () => {
    expect(getError({ FIT_REVIEW_MIN: "13.5" })).toContain("FIT_REVIEW_MIN was (hidden)");
    expect(getError({ FIT_QUALIFIED_MIN: "6.9" })).toContain(
      "FIT_REVIEW_MIN is not set: must not be above FIT_QUALIFIED_MIN",
    );
    expect(parseEnv({ FIT_REVIEW_MIN: "13" }).FIT_QUALIFIED_MIN).toBe(13);
  });
});

test("requires DATABASE_URL beside DIRECT_URL, and keeps both secret", () => {
  const [DATABASE_URL, DIRECT_URL] = ["postgres://u:p@pooler/d", "postgres://u:hunter2@h/d"];
  expect(parseEnv({ DATABASE_URL, DIRECT_URL }).DIRECT_URL).toBe(DIRECT_URL);
  const hidden = "  DIRECT_URL was (hidden): must";
  expect(findLine(getError({ DIRECT_URL }), "DIRECT_URL")).toBe(`${hidden} not be set without DATABASE_URL`);
  const wrong = getError({ DATABASE_URL, DIRECT_URL: "mysql://h/d" });
  expect(findLine(wrong, "DIRECT_URL")).toBe(`${hidden} be a postgresql:// address`);
});

describe("working time", () => {
  test("refuses REPLY_HOURS longer than the working time of a year", () => {
    const hour = { BUSINESS_DAYS: "mon", BUSINESS_HOURS: "09:00-10:00" };
    expect(parseEnv({ ...hour, REPLY_HOURS: "52" }).REPLY_HOURS).toBe(52);
    const must = "must not be more than a year of BUSINESS_DAYS and BUSINESS_HOURS has";
    expect(findLine(getError({ ...hour, REPLY_HOURS: "53" }), "REPLY_HOURS")).toBe(`  REPLY_HOURS was "53": ${must}`);
    const minute = getError({ BUSINESS_HOURS: "09:00-09:01" });
    expect(findLine(minute, "REPLY_HOURS")).toBe(`  REPLY_HOURS is not set: ${must}`);
  });

  test("refuses holidays that leave a month without a working day", () => {
    const mondays = "2026-11-30,2026-12-07,2026-12-14,2026-12-21";
    const settings = { BUSINESS_DAYS: "mon", REPLY_HOURS: "8" };
    expect(parseEnv({ ...settings, HOLIDAYS: mondays }).HOLIDAYS).toBe(mondays);
    const line = findLine(getError({ ...settings, HOLIDAYS: `${mondays},2026-12-28` }), "HOLIDAYS");
    expect(line).toContain("must leave a working day in each month");
  });
});

describe("Upstash settings", () => {
  const url = { UPSTASH_REDIS_REST_URL: "https://r.example" };
  const token = { UPSTASH_REDIS_REST_TOKEN: "s3cret-token" };
  test("requires both Upstash variables or neither", () => {
    expect(parseEnv({ ...url, ...token })).toMatchObject({ ...url, ...token });
    expect(findLine(getError(url), "UPSTASH_REDIS_REST_TOKEN")).toContain("must be set");
    expect(findLine(getError(token), "UPSTASH_REDIS_REST_URL")).toContain("must be set");
    expect(findLine(getError({ ...url, UPSTASH_REDIS_REST_TOKEN: " " }), "UPSTASH_REDIS_REST_TOKEN")).not.toBe("");
  });

  test("requires an http or https address for Upstash", () => {
    expect(parseEnv({ UPSTASH_REDIS_REST_URL: "http://127.0.0.1:8079", ...token })).toMatchObject(token);
    for (const bad of ["redis://h", "h:6379", "abc"]) {
      expect(findLine(getError({ UPSTASH_REDIS_REST_URL: bad, ...token }), "UPSTASH_REDIS_REST_URL")).toContain(bad);
    }
  });
});

describe("Redis settings", () => {
  test("accepts redis:// and rediss:// addresses, and refuses others", () => {
    for (const good of ["redis://h", "rediss://user:p%40ss@h:6380", "redis://h:6379/2"]) {
      expect(parseEnv({ REDIS_URL: good }).REDIS_URL).toBe(good);
    }
    for (const bad of ["https://r.example", "redis://", "h:6379"]) {
      expect(findLine(getError({ REDIS_URL: bad }), "REDIS_URL")).toContain("must be a redis:// or rediss:// address");
    }
  });

  test("refuses REDIS_URL together with the Upstash variables", () => {
    const upstash = { UPSTASH_REDIS_REST_URL: "https://r.example", UPSTASH_REDIS_REST_TOKEN: "t" };
    expect(findLine(getError({ REDIS_URL: "redis://h", ...upstash }), "REDIS_URL")).toContain("must not be set beside");
  });
});

test("accepts a missing AUTH_SECRET, and refuses one shorter than 32 characters", () => {
  expect(parseEnv({ AUTH_SECRET: "x".repeat(32) }).AUTH_SECRET).toHaveLength(32);
  expect(parseEnv({}).AUTH_SECRET).toBeUndefined();
  expect(findLine(getError({ AUTH_SECRET: "x".repeat(31) }), "AUTH_SECRET")).toMatch(/hidden.*32/);
});

test("requires TRUSTED_PROXY_HOPS for ASSISTANT_CERTIFICATE_HEADER", () => {
  const name = "ASSISTANT_CERTIFICATE_HEADER";
  const header = { [name]: "x-client-certificate" };
  expect(parseEnv({ ...header, TRUSTED_PROXY_HOPS: "1" })).toMatchObject(header);
  expect(findLine(getError(header), name)).toContain("without TRUSTED_PROXY_HOPS");
  expect(findLine(getError({ [name]: "a b", TRUSTED_PROXY_HOPS: "1" }), name)).toContain("name of a header");
});

describe("serverless settings", () => {
  const settings = {
    ENCAJE_HOST: "serverless",
    DATABASE_URL: "postgres://u:p@pooler/d",
    DATABASE_POOLER: "transaction",
    DATABASE_CONNECTIONS: "10",
    SMTP_URL: "smtps://mail.example",
    REDIS_URL: "rediss://h",
    CRON_SECRET: "x".repeat(32),
  };

  test("accepts ENCAJE_HOST=serverless with all required variables", () => {
    expect(parseEnv(settings)).toMatchObject({ ENCAJE_HOST: "serverless", DATABASE_CONNECTIONS: 10 });
    const upstash = { UPSTASH_REDIS_REST_URL: "https://r.example", UPSTASH_REDIS_REST_TOKEN: "t" };
    expect(parseEnv({ ...settings, REDIS_URL: "", ...upstash })).toMatchObject(upstash);
  });

  test.each(Object.keys(settings).slice(1))("reports a missing %s if ENCAJE_HOST is serverless", (name) => {
    expect(findLine(getError({ ...settings, [name]: "" }), name)).toContain("where ENCAJE_HOST is serverless");
  });

  test("requires a CRON_SECRET of at least 32 characters, and never shows it", () => {
    const line = findLine(getError({ ...settings, CRON_SECRET: "x".repeat(31) }), "CRON_SECRET");
    expect(line).toBe("  CRON_SECRET was (hidden): must have at least 32 characters");
    expect(findLine(getError({ ENCAJE_HOST: "vercel" }), "ENCAJE_HOST")).toContain("must be server or serverless");
  });
});

test("shows no secret in any error message", () => {
  const secrets = {
    DATABASE_URL: "mysql://root:hunter2@h/d",
    UPSTASH_REDIS_REST_TOKEN: "s3cret-token",
    AUTH_SECRET: "s3cret-but-short",
    SMTP_URL: "http://me:hunter2@mail.example",
    UPSTASH_REDIS_REST_URL: "redis://default:hunter2/and/more@h",
    REDIS_URL: "redis://:hunter2",
  };
  const others = { PORT: "x", SITE_URL: "ftp://me:s3cret/2@h", FIT_REVIEW_MIN: "14" };
  for (const [name, value] of Object.entries(others)) {
    const text = getError({ ...secrets, [name]: value });
    expect(text).toContain("DATABASE_URL");
    expect(text).not.toMatch(/hunter2|s3cret/);
  }
});

test("requires the settings that each booking service needs", () => {
  const calendly = { BOOKING_SERVICE: "calendly", SCHEDULING_URL: "https://calendly.com/company/review" };
  expect(parseEnv({ ...calendly, BOOKING_API_KEY: "token" }).BOOKING_SERVICE).toBe("calendly");
  expect(getError(calendly)).toContain("BOOKING_API_KEY is not set");
  expect(getError({ ...calendly, BOOKING_SERVICE: "cal.com" })).toContain("BOOKING_EVENT_TYPE is not set");
  expect(getError({ BOOKING_WEBHOOK_SECRET: "s".repeat(16) })).toContain("BOOKING_SERVICE is not set");
  for (const secret of ["s".repeat(15), "with a blank in it", "no-secret-provided"]) {
    expect(getError({ ...calendly, BOOKING_WEBHOOK_SECRET: secret })).toContain("BOOKING_WEBHOOK_SECRET was (hidden)");
  }
});
