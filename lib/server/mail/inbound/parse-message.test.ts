import { describe, expect, test } from "vitest";
import { html, mail, multipart, plain } from "./mime.fixture.ts";
import { parseMessage } from "./parse-message.ts";

const read = (...parts: string[]) =>
  parseMessage(
    mail([["From", "ana@x.example"]], multipart("mixed", [...parts.map((part) => html(part)), plain("Hello.")])),
  );

const kib = (count: number, text: string) => text.repeat((count * 1_024) / text.length);

describe("made to take long", () => {
  test.each([
    ["a link without end", `<a href=${kib(4, "x")}${kib(4, "href=")}${kib(4, "y")}`],
    ["links without end", `<a ${kib(180, "href=x ")}`],
    ["attributes", `<a ${Array.from({ length: 20_000 }, (_, at) => `a${at}=b`).join(" ")}>`],
    ["elements that are closed and not opened", kib(98, "<div>") + kib(98, "</p>")],
    ["elements in one another", kib(200, "<b>")],
    ["tables in one another", kib(200, "<table><tr><td>")],
    ["quotes in one another", kib(200, "<blockquote>")],
    ["lists in one another", kib(200, "<ul><li>")],
    ["openings without end", kib(200, "<")],
    ["comments without end", kib(200, "<!--")],
    ["references of signs", kib(200, "&amp")],
    ["blanks", kib(200, " ")],
    ["one word", kib(200, "x")],
    ["heads", kib(900, "<head")],
  ])("%s: it is read within a second", async (_name, bomb) => {
    const begun = performance.now();
    await read(bomb);
    expect(performance.now() - begun).toBeLessThan(1_000);
  });

  test("many parts of HTML: they are read within a second", async () => {
    const begun = performance.now();
    await read(...Array.from({ length: 100 }, () => kib(98, "<div>") + kib(98, "</p>")));
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});

test("HTML and plain text beside each other are both read", async () => {
  expect((await read("<p>First.</p>")).text).toBe("First.\nHello.");
});
