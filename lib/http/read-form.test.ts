import { describe, expect, test } from "vitest";
import { AppError } from "../domain/errors.ts";
import { chunkedBody, post } from "./exchange.fixture.ts";
import { readForm } from "./read-body.ts";

const bytesMax = 256 * 1024;
const type = { "content-type": "application/x-www-form-urlencoded" };
const form = (body: unknown, headers: Record<string, string> = {}) => post(body, { headers: { ...type, ...headers } });

async function refusal(request: Request): Promise<unknown> {
  const error = await readForm(request).catch((thrown: unknown) => thrown);
  if (error instanceof AppError) return error.kind;
  throw new Error("was not refused by us", { cause: error });
}

describe("the fields of a form", () => {
  test("decodes form fields with any name, and keeps the first value of a repeated name", async () => {
    const body = "name=Zo%C3%AB+%F0%9F%9A%80&empty=&name=second&__proto__=a&constructor=b&=c&flag";
    const values = await readForm(form(body));
    expect(Object.entries(values)).toEqual([
      ["name", "Zoë 🚀"],
      ["empty", ""],
      ["__proto__", "a"],
      ["constructor", "b"],
      ["", "c"],
      ["flag", ""],
    ]);
    expect(await readForm(form(""))).toEqual({});
  });

  test("converts line ends in a form to LF, so that each counts as one character", async () => {
    const { message } = await readForm(form("message=a%0D%0Ab%0Ac%0Dd%0D%0A%0D%0Ae"));
    expect(message).toBe("a\nb\nc\nd\n\ne");
  });

  test("replaces invalid bytes in a form by replacement characters", async () => {
    expect(await readForm(form("name=%FF%ED%A0%80%&b=%ZZ"))).toEqual({ name: "\ufffd\ufffd\ufffd\ufffd%", b: "%ZZ" });
  });
});

describe("the body of a form", () => {
  test.each([
    "application/x-www-form-urlencoded",
    "APPLICATION/X-WWW-FORM-URLENCODED",
    "application/x-www-form-urlencoded; charset=UTF-8",
  ])("accepts a form with the content type %s", async (declared) => {
    expect(await readForm(form("a=b", { "content-type": declared }))).toEqual({ a: "b" });
  });

  test.each(["", "text/plain", "application/json", "multipart/form-data; boundary=x", "x-www-form-urlencoded"])(
    "refuses a form with the content type %j before it reads the body",
    async (declared) => {
      const { seen, stream } = chunkedBody([new TextEncoder().encode("a=b")]);
      expect(await refusal(form(stream, { "content-type": declared }))).toBe("unsupported_media_type");
      expect(seen.pulled).toBe(0);
    },
  );

  test("accepts a form of exactly 256 KiB, declared or chunked", async () => {
    for (const send of [
      (text: string) => form(text, { "content-length": String(text.length) }),
      (text: string) => form(chunkedBody([new TextEncoder().encode(text)]).stream),
    ]) {
      const values = await readForm(send(`a=${"x".repeat(bytesMax - 2)}`));
      expect(values.a).toHaveLength(bytesMax - 2);
      expect(await refusal(send(`a=${"x".repeat(bytesMax - 1)}`))).toBe("too_large");
    }
    expect(Object.keys(await readForm(form("a&".repeat(bytesMax / 2))))).toEqual(["a"]);
  });

  test("refuses a form with a content encoding, an early end, or bytes that are not UTF-8", async () => {
    expect(await refusal(form("a=b", { "content-encoding": "gzip" }))).toBe("unsupported_media_type");
    expect(await refusal(form(new Uint8Array([0x61, 0x3d, 0xff])))).toBe("invalid_input");
    const { stream } = chunkedBody([new TextEncoder().encode("a="), Promise.reject(new Error("gone"))]);
    expect(await refusal(form(stream))).toBe("invalid_input");
  });
});
