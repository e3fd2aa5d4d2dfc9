import { describe, expect, test } from "vitest";
import { html, mail, multipart, type Part, plain } from "./mime.fixture.ts";
import { parseMessage } from "./parse-message.ts";

const from: [string, string][] = [["From", "ana@x.example"]];
const read = (...parts: Part[]) => parseMessage(mail(from, multipart("mixed", parts)));

/** Microseconds. */
const getCpuTime = ({ user, system }: NodeJS.CpuUsage) => user + system;
const kib = (count: number, text: string) => text.repeat((count * 1_024) / text.length);

describe("a mail made to take long", () => {
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
  ])("is still read: %s", async (_name, bomb) => {
    expect(await read(html(bomb))).toMatchObject({ type: "message", isReadable: true });
  });

  test("is still read: many parts of HTML", async () => {
    const parts = Array.from({ length: 100 }, () => html(kib(98, "<div>") + kib(98, "</p>")));
    expect(await read(...parts)).toMatchObject({ type: "message", isReadable: true });
  });

  test.each([
    ["lines that flow", { "Content-Type": "text/plain; format=flowed" }, "> x \r\n".repeat(30_000)],
    ["groups of senders", { From: kib(120, "a:b;") }, "x"],
    ["introductions of quotes", {}, "On x\r\n".repeat(40_000)],
  ])("does not block the event loop: %s", async (_name, given, body) => {
    const raw = mail(Object.entries({ From: "ana@x.example", ...given }), { headers: [], body: Buffer.from(body) });
    // Starts the thread.
    await read(plain("x"));
    const [here, everywhere] = [process.threadCpuUsage(), process.cpuUsage()];
    await parseMessage(raw);
    expect(getCpuTime(process.threadCpuUsage(here))).toBeLessThan(getCpuTime(process.cpuUsage(everywhere)) / 2);
  });
});

describe("the head of an unreadable mail is", () => {
  const head: [string, string][] = [...from, ["Message-ID", "<1@x.example>"], ["Subject", "Yes"]];
  const known = { fromAddress: "ana@x.example", messageId: "<1@x.example>", subject: "Yes", text: "", files: [] };

  test("read: an endless link beside plain text takes too long", async () => {
    const bomb = `<a href=${kib(8, "x")}${kib(8, "href=")}${kib(8, "y")}`;
    const raw = mail(head, multipart("mixed", [plain("Hello."), html(bomb)]));
    expect(await parseMessage(raw)).toMatchObject({ ...known, isReadable: false, isTooSlow: true });
  });

  test("read: more than 25 MiB", async () => {
    const raw = mail(head, plain("x".repeat(26 * 1024 * 1024)));
    expect(await parseMessage(raw)).toMatchObject({ ...known, isReadable: false, isTooSlow: false });
  });

  test("read: more short lines than anybody writes", async () => {
    const write = (lines: number) =>
      mail(head, { headers: [["Content-Transfer-Encoding", "8bit"]], body: Buffer.from("> > > >\r\n".repeat(lines)) });
    expect(await parseMessage(write(49_000))).toMatchObject({ isReadable: true });
    expect(await parseMessage(write(50_000))).toMatchObject({ ...known, isReadable: false, isTooSlow: false });
  });

  test("refused as well when it is out of bounds itself", async () => {
    const headers = Array.from({ length: 600 }, (_, at): [string, string] => [`X-${at}`, "x"]);
    await expect(parseMessage(mail([...from, ...headers], plain("x")))).rejects.toMatchObject({
      kind: "invalid_input",
    });
  });
});

test("reads both HTML and plain text of a mixed mail", async () => {
  expect(await read(html("<p>First.</p>"), plain("Hello."))).toMatchObject({ text: "First.\n\nHello." });
});

test("reads HTML beside an empty text", async () => {
  expect(await read(plain(" "), html("<p>First.</p>"))).toMatchObject({ text: "First." });
});
