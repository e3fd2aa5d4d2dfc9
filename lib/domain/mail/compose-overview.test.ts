import { expect, test } from "vitest";
import { composeOverview } from "./compose-overview.ts";
import { hostile, said } from "./mail.fixture.ts";
import { makeOverviewMail } from "./overview-mail.fixture.ts";

test("links each figure of the weekly overview mail to its list and shows the week before, in English", () => {
  expect(said(composeOverview(makeOverviewMail("en", ["No budget", "Too late"])))).toMatchInlineSnapshot(`
    "Subject: Week of March 2: 1,240 submissions
    Preview: Qualified: 5. Late now: 2.

    Encaje

    The week from March 2 to March 8
    --------------------------------

    Submissions: 1,240
    https://encaje.example/admin/inbox?from=2026-03-02&to=2026-03-08&snoozed=all
    7 the week before
    https://encaje.example/admin/inbox?from=2026-02-23&to=2026-03-01&snoozed=all

    Qualified: 5 (50%)
    https://encaje.example/admin/inbox?route=qualified&from=2026-03-02&to=2026-03-08&snoozed=all
    7 (100%) the week before
    https://encaje.example/admin/inbox?route=qualified&from=2026-02-23&to=2026-03-01&snoozed=all

    Review: 4 (40%)
    https://encaje.example/admin/inbox?route=review&from=2026-03-02&to=2026-03-08&snoozed=all
    0 (0%) the week before

    Redirect: 1 (10%)
    https://encaje.example/admin/inbox?route=redirect&from=2026-03-02&to=2026-03-08&snoozed=all
    0 (0%) the week before

    Inquiries: 1,230
    https://encaje.example/admin/inbox?kind=inquiry&from=2026-03-02&to=2026-03-08&snoozed=all
    0 the week before

    Won: 3
    https://encaje.example/admin/inbox?status=won&from=2026-03-02&to=2026-03-08&snoozed=all
    0 the week before

    Replies
    -------

    Due: 4
    https://encaje.example/admin/inbox?from=2026-03-02&to=2026-03-08&reply=due&snoozed=all
    0 the week before

    On time: 3 (75%)
    https://encaje.example/admin/inbox?from=2026-03-02&to=2026-03-08&reply=in_time&snoozed=all
    0 the week before

    Late now: 2
    https://encaje.example/admin/inbox?due=late&snoozed=all&sort=due

    Lost, and why
    -------------

    Lost: 3
    https://encaje.example/admin/inbox?status=lost&from=2026-03-02&to=2026-03-08&snoozed=all
    0 the week before

    No budget: 2
    https://encaje.example/admin/inbox?status=lost&from=2026-03-02&to=2026-03-08&reason=No+budget&snoozed=all
    0 the week before

    Too late: 1
    https://encaje.example/admin/inbox?status=lost&from=2026-03-02&to=2026-03-08&reason=Too+late&snoozed=all
    0 the week before

    What assistants sent
    --------------------

    All assistants: 1,236
    https://encaje.example/admin/inbox?channel=ai_agent&from=2026-03-02&to=2026-03-08&snoozed=all
    7 the week before
    https://encaje.example/admin/inbox?channel=ai_agent&from=2026-02-23&to=2026-03-01&snoozed=all

    ChatGPT: 1,234
    https://encaje.example/admin/inbox?channel=ai_agent&agent=ChatGPT&from=2026-03-02&to=2026-03-08&snoozed=all
    7 the week before
    https://encaje.example/admin/inbox?channel=ai_agent&agent=ChatGPT&from=2026-02-23&to=2026-03-01&snoozed=all

    Claude: 2
    https://encaje.example/admin/inbox?channel=ai_agent&agent=Claude&from=2026-03-02&to=2026-03-08&snoozed=all
    0 the week before

    Open the overview:
    https://encaje.example/admin/overview?from=2026-03-02&to=2026-03-08

    -- 
    For the operators of Encaje only: please do not forward it.
    Choose which emails you get: https://encaje.example/admin/account
    "
  `);
});

test("has the same links in the Spanish overview mail as in the English one", () => {
  const texts = (["en", "es"] as const).map((language) => said(composeOverview(makeOverviewMail(language, ["Caro"]))));
  const [english, spanish] = texts.map((text) => text.match(/^https:.*$/gm));
  expect(spanish).toEqual(english);
  expect(texts[1]?.replace(/^https:.*\n/gm, "")).toMatchInlineSnapshot(`
    "Subject: Semana del 2 de marzo: 1,240 envíos
    Preview: Calificados: 5. Fuera de plazo ahora: 2.

    Encaje

    La semana del 2 de marzo al 8 de marzo
    --------------------------------------

    Envíos: 1,240
    7 la semana anterior

    Calificado: 5 (50%)
    7 (100%) la semana anterior

    Por revisar: 4 (40%)
    0 (0%) la semana anterior

    Redirigido: 1 (10%)
    0 (0%) la semana anterior

    Consultas: 1,230
    0 la semana anterior

    Ganados: 3
    0 la semana anterior

    Respuestas
    ----------

    Vencían: 4
    0 la semana anterior

    A tiempo: 3 (75%)
    0 la semana anterior

    Fuera de plazo ahora: 2

    Envíos perdidos y por qué
    -------------------------

    Perdidos: 2
    0 la semana anterior

    Caro: 2
    0 la semana anterior

    Lo que enviaron los asistentes
    ------------------------------

    Todos los asistentes: 1,236
    7 la semana anterior

    ChatGPT: 1,234
    7 la semana anterior

    Claude: 2
    0 la semana anterior

    Abrir el panorama:

    -- 
    Solo para los operadores de Encaje: por favor, no lo reenvíe.
    Elija qué correos recibe: https://encaje.example/admin/account
    "
  `);
});

test("lists eight reasons for losing in the overview mail and adds up the others", () => {
  const reasons = Array.from({ length: 14 }, (_, at) => `Reason ${String.fromCharCode(97 + at)}`);
  const text = said(composeOverview(makeOverviewMail("en", reasons)));
  expect(text).toContain("Reason h: 1");
  expect(text).not.toContain("Reason i:");
  expect(text).toMatch(
    /Other reasons: 6\nhttps:.*status=lost.*&reasonNot=reason\+a&.*&reasonNot=reason\+h&snoozed=all\n/,
  );
});

test("omits a link from the overview mail if its URL is too long for a request", () => {
  const reasons = Array.from({ length: 14 }, (_, at) => "\u{20000}".repeat(90) + String.fromCharCode(97 + at));
  const text = said(composeOverview(makeOverviewMail("en", reasons)));
  expect(text).toMatch(/Other reasons: 6\n(?!https:)/);
});

test("omits the comparison for a reason that the week before does not list", () => {
  const mail = makeOverviewMail("en", ["No budget"]);
  mail.before.overview.lost = { shown: [], rest: 1 };
  expect(said(composeOverview(mail))).toMatch(/No budget: 2\nhttps:\S+\n\n/);
});

test("keeps a hostile reason on one line of the overview mail", () => {
  const text = said(composeOverview(makeOverviewMail("en", [hostile])));
  expect(text).not.toMatch(/^Bcc:/m);
  expect(text).not.toMatch(/[\u2028\u202E\u200B\u0085]/);
});
