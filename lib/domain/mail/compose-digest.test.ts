import { expect, test } from "vitest";
import { composeDigest, type DigestItem } from "./compose-without-submission.ts";
import { hostile, makeInquiry, makeLead, printMail, site } from "./mail.fixture.ts";

const state = { status: "new", repliedAt: null, owner: null } as const;
const now = new Date("2026-03-06T14:00:00Z");
const ana = { id: "ana", name: "Ana Solís" };

const items: DigestItem[] = [
  { ...makeLead("en", { id: 11, route: "qualified", company: null }), ...state, owner: ana },
  { ...makeLead("en"), ...state, owner: { id: "berta", name: "Berta Mora" } },
  { ...makeInquiry("es", { createdAt: new Date("2026-03-06T01:30:00Z") }), ...state },
];
const makeDigest = (changes: Partial<Parameters<typeof composeDigest>[0]> = {}) =>
  composeDigest({ language: "en", operatorId: "ana", items, now, site, ...changes });

test("lists due replies first in a digest, then the newest submissions, in English", () => {
  expect(printMail(makeDigest())).toMatchInlineSnapshot(`
    "Subject: 3 new submissions
    Preview: Inquiry Q-7, Lucía Hernández

    Encaje

    New since your last summary
    ---------------------------

    Inquiry Q-7, Lucía Hernández
    Received Thursday, March 5 at 7:30 PM (Mexico City time)
    Reply due Saturday, March 7 at 7:30 PM (Mexico City time)
    https://encaje.example/admin/inbox/inquiry/7

    Evaluation E-12, Review, Café Volcán
    Received Thursday, March 5 at 8:30 PM (Mexico City time)
    Reply due Saturday, March 7 at 8:30 PM (Mexico City time)
    Owner: Berta Mora
    https://encaje.example/admin/inbox/evaluation/12

    Evaluation E-11, Qualified, Lucía Hernández
    Received Thursday, March 5 at 8:30 PM (Mexico City time)
    Yours
    https://encaje.example/admin/inbox/evaluation/11

    Open the inbox:
    https://encaje.example/admin/inbox

    -- 
    For the operators of Encaje only. This email contains a person’s details: please do not forward it.
    Choose which emails you get: https://encaje.example/admin/account
    "
  `);
});

test("the digest's subject says if all listed submissions belong to the operator", () => {
  const own = items.map((item) => ({ ...item, owner: ana }));
  expect(makeDigest({ items: own })).toMatchObject({
    subject: "3 submissions are yours now",
    blocks: [{ type: "heading", text: "These are yours now" }, {}, {}],
  });
});

test("shows no due time in a digest for submissions that have been answered", () => {
  const answered = items.map((item) => ({ ...item, repliedAt: now }));
  expect(printMail(makeDigest({ items: answered }))).not.toContain("due");
});

test("lists at most fifty submissions in a digest and counts the others", () => {
  const many = Array.from({ length: 61 }, (_, at) => ({ ...makeInquiry("en", { id: at + 1 }), ...state }));
  const { subject, blocks } = makeDigest({ items: many });
  expect(subject).toBe("61 new submissions");
  expect(blocks.flatMap((block) => (block.type === "list" ? block.items : []))).toHaveLength(50);
  expect(blocks).toContainEqual({ type: "paragraph", text: "11 more are in the inbox." });
});

test("a digest keeps a hostile name on one line and shows no email address", () => {
  const item = { ...makeLead("en", { company: hostile }), ...state };
  const text = printMail(makeDigest({ items: [item] }));
  expect(text).not.toContain(item.email);
  expect(text).not.toMatch(/^Bcc:/m);
  expect(text).not.toMatch(/[\u2028\u202E\u200B\u0085]/);
});
