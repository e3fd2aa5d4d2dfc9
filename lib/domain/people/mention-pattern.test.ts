import fc from "fast-check";
import { expect, test } from "vitest";
import { candidatePattern, erasedMark, withoutMentions } from "./mention-pattern.ts";

test("every sign of the address stands for itself alone, or for its form in an address of the web", () => {
  expect(candidatePattern("a.b+c@x.org")).toContain(
    "a(?:\\.|%(?:25)*2e)b(?:\\+|%(?:25)*2b)c(?:\\@|%(?:25)*40)x(?:\\.|%(?:25)*2e)org(?!",
  );
});

test("whatever is changed is a candidate, as text and as JSON", () => {
  const around = fc.array(fc.constantFrom(..."-._+'\\\"%4025\nrnu\u00f1\u0301 /".split("")), { maxLength: 8 });
  fc.assert(
    fc.property(
      around,
      fc.constantFrom("rob@x.co", "\u00f1o@x.co", "b'4@x.co", "\b@x.co", `${"a-".repeat(20)}@x.co`),
      around,
      (a, email, z) => {
        const text = `${a.join("")}${email}${z.join("")}`;
        const isChanged = withoutMentions(email)(text) !== text;
        const candidate = new RegExp(candidatePattern(email), "i");
        if (isChanged) expect([candidate.test(text), candidate.test(JSON.stringify(text))]).toEqual([true, true]);
      },
    ),
    { numRuns: 3000, examples: [[["%", "2", "5", "2", "0"], "rob@x.co", []]] },
  );
});

test("a text of many mentions takes no longer than it is long", () => {
  const text = `${"%25".repeat(5000)}${"ana@x.com ".repeat(20_000)}${"-".repeat(5000)}`;
  expect(withoutMentions("ana@x.com")(text)).toBe(text.replaceAll("ana@x.com", erasedMark));
});
