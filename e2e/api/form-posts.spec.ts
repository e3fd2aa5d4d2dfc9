import { expect } from "@playwright/test";
import { readFieldFaults } from "../../lib/contract/refusal.ts";
import { privacyNoticeVersion } from "../../lib/domain/submissions/core/promises.ts";
import { questions } from "../../lib/domain/submissions/core/questions.ts";
import { parseReference } from "../../lib/domain/submissions/core/submission-ref.ts";
import { test } from "../support/processes.ts";
import { inquiry, query, randomAddress, randomEmail } from "../support/test.ts";

type Fields = Record<string, string>;
type Sent = { status: number; location: string; cookies: string[]; text: string; headers: Headers };
type Options = { url?: string; from?: string; headers?: Record<string, string>; method?: string };

/** Posts a form like a browser without script, and returns the response without following redirects. */
async function postForm(path: string, fields: Fields | string, options: Options = {}): Promise<Sent> {
  const { url = process.env.E2E_URL ?? "", from = randomAddress(), headers, method = "POST" } = options;
  const response = await fetch(`${url}${path}`, {
    method,
    redirect: "manual",
    headers: {
      "x-forwarded-for": from,
      "content-type": "application/x-www-form-urlencoded",
      cookie: "locale=en",
      ...headers,
    },
    body: method === "POST" ? new URLSearchParams(fields).toString() : undefined,
  });
  const location = response.headers.get("location") ?? "";
  const cookies = response.headers.getSetCookie();
  return { status: response.status, location, cookies, text: await response.text(), headers: response.headers };
}

const readQuery = ({ location }: Sent) => new URL(location, "http://localhost").searchParams;
const readPath = ({ location }: Sent) => location.split("?", 1)[0];

type Kept = { reference: string; route: string; attributes: string[] };

function readReceipt({ cookies }: Sent, form: "evaluation" | "contact"): Kept | undefined {
  const name = `${form}-receipt`;
  const cookie = cookies.find((each) => each.startsWith(`${name}=`));
  const [value = "", ...attributes] = cookie?.slice(name.length + 1).split("; ") ?? [];
  const [reference = "", route = ""] = value.split(".");
  return cookie === undefined ? undefined : { reference, route, attributes: attributes.sort() };
}

const answersWorth = (points: 0 | 1 | 2) =>
  Object.fromEntries(questions.map(({ key, options }) => [key, options[points]]));

function evaluationFields(points: 0 | 1 | 2, change: Fields = {}): Fields {
  const project = { projectDescription: "Weekly draws.\r\nFrom March to May.", discoverySource: "A friend" };
  const person = { name: "Ana Ruiz", role: "Brand manager", company: "Casa Ruiz", email: randomEmail(), phone: "" };
  return {
    ...answersWorth(points),
    ...project,
    ...person,
    website: "",
    noticeVersion: privacyNoticeVersion,
    ...change,
  };
}

function contactFields(change: Fields = {}): Fields {
  const typed = { name: "Ana Ruiz", email: randomEmail(), message: "How long does it take?" };
  return { ...typed, website: "", noticeVersion: privacyNoticeVersion, ...change };
}

const evaluations = {
  en: { send: "/en/evaluation/send", form: "/en/evaluation", result: "/en/evaluation/result" },
  es: { send: "/es/evaluacion/enviar", form: "/es/evaluacion", result: "/es/evaluacion/resultado" },
};

for (const [language, paths] of Object.entries(evaluations)) {
  for (const [points, route] of [
    [0, "redirect"],
    [1, "review"],
    [2, "qualified"],
  ] as const) {
    test(`gives an evaluation posted without script (${language}, ${points} points per answer) the route ${route}`, async () => {
      const fields = evaluationFields(points);
      const sent = await postForm(paths.send, fields);
      expect({ status: sent.status, location: sent.location }).toEqual({ status: 303, location: paths.result });
      expect(sent.headers.get("cache-control")).toBe("no-store");
      const receipt = readReceipt(sent, "evaluation");
      expect(receipt).toMatchObject({ route, attributes: ["Max-Age=604800", "Path=/", "SameSite=Lax"] });
      const [row] = await query("SELECT * FROM submissions WHERE kind = 'evaluation' AND email = $1", [fields.email]);
      expect(row).toMatchObject({
        id: parseReference(receipt?.reference ?? "")?.id,
        route,
        language,
        channel: "web",
        source_page: paths.form,
        phone: null,
        answers: Array(9).fill(points),
        answers_form: "answers",
        notice_version: privacyNoticeVersion,
        text: "Weekly draws.\nFrom March to May.",
        utm: null,
        landing_page: null,
        referrer: null,
      });
    });
  }
}

test("shows a sent form's result only in the browser that sent it", async () => {
  const sent = await postForm("/es/contacto/enviar", contactFields());
  const page = (cookie: string) => fetch(`${process.env.E2E_URL}${sent.location}`, { headers: { cookie } });
  const own = await page(sent.cookies.map((cookie) => cookie.split(";", 1)[0]).join("; "));
  const { reference = "none" } = readReceipt(sent, "contact") ?? {};
  expect([own.status, (await own.text()).includes(`>${reference}<`)]).toEqual([200, true]);
  const shared = await fetch(`${process.env.E2E_URL}${sent.location}?receipt=x`);
  expect(shared.headers.get("referrer-policy")).toBe("no-referrer");
  expect(own.headers.get("cache-control")).toContain("no-store");
  const others = await page("");
  expect([others.status, (await others.text()).includes(`>${reference}<`)]).toEqual([200, false]);
});

test.describe("an inquiry sent without script", () => {
  const stored = (email: string | undefined) =>
    query<{ topic: string | null }>(
      "SELECT id, topic, language, source_page FROM submissions WHERE kind = 'inquiry' AND email = $1",
      [email],
    );

  test("stores an inquiry with the language of the page that sent it", async () => {
    for (const [language, path] of [
      ["en", "/en/contact"],
      ["es", "/es/contacto"],
    ] as const) {
      const fields = contactFields();
      const sent = await postForm(language === "en" ? "/en/contact/send" : "/es/contacto/enviar", fields);
      expect(sent.location).toBe(language === "en" ? "/en/contact/sent" : "/es/contacto/enviada");
      const { reference = "" } = readReceipt(sent, "contact") ?? {};
      expect(await stored(fields.email)).toEqual([
        { id: parseReference(reference)?.id, topic: null, language, source_page: path },
      ]);
    }
  });

  test("stores the form's topic with an inquiry", async () => {
    const fields = contactFields({ topic: "prize-draws" });
    await postForm("/es/contacto/enviar", fields);
    expect(await stored(fields.email)).toMatchObject([{ topic: "prize-draws" }]);
  });

  test("stores an inquiry once if it is posted ten times at once, and a different one separately", async () => {
    const fields = contactFields();
    const sent = await Promise.all(Array.from({ length: 10 }, () => postForm("/en/contact/send", fields)));
    expect(new Set(sent.map((each) => readReceipt(each, "contact")?.reference)).size).toBe(1);
    expect(await stored(fields.email)).toHaveLength(1);
    await postForm("/en/contact/send", { ...fields, message: "One more question, please." });
    expect(await stored(fields.email)).toHaveLength(2);
  });
});

test.describe("a submission rejected without script", () => {
  test("redirects a faulty form to a page in its language, with the faults by field but without the input", async () => {
    const fields = contactFields({ email: "juana-secreta", name: "", message: "Corto" });
    const sent = await postForm("/es/contacto/enviar", fields);
    expect(sent.status).toBe(303);
    expect(readPath(sent)).toBe("/es/contacto/rechazada");
    expect(readFieldFaults(readQuery(sent).get("fields"))).toEqual([
      { field: "name", rule: "required" },
      { field: "email", rule: "pattern" },
      { field: "message", rule: "too_short" },
    ]);
    expect(sent.location).not.toMatch(/secreta|Corto/);
    expect(readReceipt(sent, "contact")).toBeUndefined();
    const page = await fetch(`${process.env.E2E_URL}${sent.location}`);
    expect(page.status).toBe(200);
    expect(await page.text()).not.toMatch(/secreta|Corto/);
  });

  test("reports each unanswered question of a posted evaluation", async () => {
    const { budget: _, ...rest } = evaluationFields(1);
    const sent = await postForm("/en/evaluation/send", rest as Fields);
    expect(sent.location).toBe("/en/evaluation/refused?fields=budget%3Drequired");
    const page = await fetch(`${process.env.E2E_URL}${sent.location}`);
    expect(page.status).toBe(200);
    const empty = await postForm("/es/evaluacion/enviar", {});
    expect(readFieldFaults(readQuery(empty).get("fields"))).toHaveLength(15);
  });

  test("rejects a form over 256 KiB", async () => {
    const sent = await postForm("/en/contact/send", contactFields({ message: "x".repeat(256 * 1024) }));
    expect({ status: sent.status, location: sent.location }).toEqual({
      status: 303,
      location: "/en/contact/refused?problem=refused",
    });
  });

  test("rejects a body that is not a form with a 415", async () => {
    for (const type of ["application/json", "text/plain", "multipart/form-data; boundary=x"]) {
      const sent = await postForm("/es/evaluacion/enviar", evaluationFields(1), { headers: { "content-type": type } });
      expect({ status: sent.status, location: sent.location }).toEqual({ status: 415, location: "" });
    }
  });

  test("rejects a form from another site with a 403", async () => {
    for (const headers of [
      { origin: "https://evil.example" },
      { "sec-fetch-site": "cross-site" },
      { origin: "null" },
    ] as Record<string, string>[]) {
      const fields = contactFields();
      const { status } = await postForm("/en/contact/send", fields, { headers });
      expect({ headers, status }).toEqual({ headers, status: 403 });
      expect(await query("SELECT FROM submissions WHERE email = $1", [fields.email])).toEqual([]);
    }
    const own = { origin: process.env.E2E_URL ?? "", "sec-fetch-site": "same-origin" };
    expect((await postForm("/en/contact/send", contactFields(), { headers: own })).location).toBe("/en/contact/sent");
  });
});

test("redirects GET and HEAD of a form's send path to the form, and rejects other methods with a 405", async () => {
  for (const [send, form] of [
    ["/en/evaluation/send", "/en/evaluation"],
    ["/es/evaluacion/enviar", "/es/evaluacion"],
    ["/en/contact/send", "/en/contact"],
    ["/es/contacto/enviar", "/es/contacto"],
  ] as const) {
    for (const method of ["GET", "HEAD"]) {
      const { status, location, text } = await postForm(send, "", { method });
      expect({ method, status, location, text }).toEqual({ method, status: 303, location: form, text: "" });
    }
    for (const method of ["PUT", "PATCH", "DELETE"]) {
      expect({ method, status: (await postForm(send, "", { method })).status }).toEqual({ method, status: 405 });
    }
  }
});

test("never redirects to the host in a caller's X-Forwarded-Host or Forwarded header", async () => {
  const headers = {
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "javascript",
    forwarded: "host=evil.example",
  };
  const sent = await postForm("/en/contact/send", contactFields(), { headers });
  expect(sent.location).toBe("/en/contact/sent");
  expect(JSON.stringify([...sent.headers])).not.toContain("evil.example");
});

test("limits forms and API calls together, and reports in how many minutes to send a refused form again", async ({
  startOwn,
}) => {
  const { url } = await startOwn({
    DATABASE_URL: process.env.E2E_DATABASE_URL ?? "",
    RATE_LIMIT_IP_MAX: "1",
    RATE_LIMIT_WINDOW_SECONDS: "86400",
  });
  const asJson = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(inquiry()) };
  expect((await fetch(`${url}/api/leads/contact`, asJson)).status).toBe(201);
  const sent = await postForm("/en/contact/send", contactFields(), { url });
  expect({ status: sent.status, path: readPath(sent) }).toEqual({ status: 303, path: "/en/contact/refused" });
  expect(readQuery(sent).get("problem")).toBe("rate_limited");
  expect(readQuery(sent).get("minutes")).toMatch(/^[1-9]\d{0,3}$/);
  expect(sent.headers.get("retry-after")).toBeNull();
  expect((await fetch(`${url}${sent.location}`)).status).toBe(200);
});
