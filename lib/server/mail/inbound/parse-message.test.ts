import { describe, expect, test } from "vitest";
import { html, mail, multipart, type Part, plain } from "./mime.fixture.ts";
import { parseMessage } from "./parse-message.ts";

const from: [string, string][] = [["From", "ana@x.example"]];
const read = (...parts: Part[]) => parseMessage(mail(from, multipart("mixed", parts)));

/** CPU time in microseconds. */
const getCpuTime = ({ user, system }: NodeJS.CpuUsage) => user + system;
const kib = (count: number, text: string) => text.repeat((count * 1_024) / text.length);

describe("mails crafted to slow down the parser", () => {
  test.each([
    ["an unclosed link", `<a href=${kib(4, "x")}${kib(4, "href=")}${kib(4, "y")}`],
    ["a link with very many addresses", `<a ${kib(180, "href=x ")}`],
    ["20,000 attributes", `<a ${Array.from({ length: 20_000 }, (_, at) => `a${at}=b`).join(" ")}>`],
    ["elements that are closed without being opened", kib(98, "<div>") + kib(98, "</p>")],
    ["nested elements", kib(200, "<b>")],
    ["nested tables", kib(200, "<table><tr><td>")],
    ["nested quotes", kib(200, "<blockquote>")],
    ["nested lists", kib(200, "<ul><li>")],
    ["unclosed angle brackets", kib(200, "<")],
    ["unclosed comments", kib(200, "<!--")],
    ["character references", kib(200, "&amp")],
    ["very many spaces", kib(200, " ")],
    ["one very long word", kib(200, "x")],
    ["unclosed head tags", kib(900, "<head")],
  ])("reads a mail whose HTML has %s", async (_name, bomb) => {
    expect(await read(html(bomb))).toMatchObject({ type: "message", isReadable: true });
  });

  test("reads a mail with many HTML parts", async () => {
    const parts = Array.from({ length: 100 }, () => html(kib(98, "<div>") + kib(98, "</p>")));
    expect(await read(...parts)).toMatchObject({ type: "message", isReadable: true });
  });

  test.each([
    ["format=flowed lines", { "Content-Type": "text/plain; format=flowed" }, "> x \r\n".repeat(30_000)],
    ["groups of senders", { From: kib(120, "a:b;") }, "x"],
    ["lines that may introduce a quote", {}, "On x\r\n".repeat(40_000)],
  ])("keeps the event loop free while parsing %s", async (_name, given, body) => {
    const raw = mail(Object.entries({ From: "ana@x.example", ...given }), { headers: [], body: Buffer.from(body) });
    // Starts the parser thread before the measurement.
    await read(plain("x"));
    const [here, everywhere] = [process.threadCpuUsage(), process.cpuUsage()];
    await parseMessage(raw);
    expect(getCpuTime(process.threadCpuUsage(here))).toBeLessThan(getCpuTime(process.cpuUsage(everywhere)) / 2);
  });
});

describe("headers of an unreadable mail", () => {
  const head: [string, string][] = [...from, ["Message-ID", "<1@x.example>"], ["Subject", "Yes"]];
  const known = { fromAddress: "ana@x.example", messageId: "<1@x.example>", subject: "Yes", text: "", files: [] };

  test("reads only the head of a mail whose HTML takes too long to parse", async () => {
    const bomb = `<a href=${kib(8, "x")}${kib(8, "href=")}${kib(8, "y")}`;
    const raw = mail(head, multipart("mixed", [plain("Hello."), html(bomb)]));
    expect(await parseMessage(raw, undefined, 200)).toMatchObject({ ...known, isReadable: false, isTooSlow: true });
  });

  test("reads only the head of a mail over 25 MiB", async () => {
    const raw = mail(head, plain("x".repeat(26 * 1024 * 1024)));
    expect(await parseMessage(raw)).toMatchObject({ ...known, isReadable: false, isTooSlow: false });
  });

  test("reads only the head of a mail with too many short lines", async () => {
    const write = (lines: number) =>
      mail(head, { headers: [["Content-Transfer-Encoding", "8bit"]], body: Buffer.from("> > > >\r\n".repeat(lines)) });
    expect(await parseMessage(write(49_000))).toMatchObject({ isReadable: true });
    expect(await parseMessage(write(50_000))).toMatchObject({ ...known, isReadable: false, isTooSlow: false });
  });

  test("refuses a mail whose head exceeds the limits", async () => {
    const headers = Array.from({ length: 600 }, (_, at): [string, string] => [`X-${at}`, "x"]);
    await expect(parseMessage(mail([...from, ...headers], plain("x")))).rejects.toMatchObject({
      kind: "invalid_input",
    });
  });
});

test("reads both HTML and plain text of a mixed mail", async () => {
  expect(await read(html("<p>First.</p>"), plain("Hello."))).toMatchObject({ text: "First.\n\nHello." });
});

test("reads the HTML if the plain text is empty", async () => {
  expect(await read(plain(" "), html("<p>First.</p>"))).toMatchObject({ text: "First." });
});
