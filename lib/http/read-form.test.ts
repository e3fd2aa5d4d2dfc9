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
  test("are decoded, may have any name, and keep the first value of a repeated name", async () => {
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

  test("have line ends as LF, so that each counts once", async () => {
    const { message } = await readForm(form("message=a%0D%0Ab%0Ac%0Dd%0D%0A%0D%0Ae"));
    expect(message).toBe("a\nb\nc\nd\n\ne");
  });

  test("have replacement characters for invalid bytes", async () => {
    expect(await readForm(form("name=%FF%ED%A0%80%&b=%ZZ"))).toEqual({ name: "\ufffd\ufffd\ufffd\ufffd%", b: "%ZZ" });
  });
});

describe("a body", () => {
  test.each([
    "application/x-www-form-urlencoded",
    "APPLICATION/X-WWW-FORM-URLENCODED",
    "application/x-www-form-urlencoded; charset=UTF-8",
  ])("is accepted as %s", async (declared) => {
    expect(await readForm(form("a=b", { "content-type": declared }))).toEqual({ a: "b" });
  });

  test.each(["", "text/plain", "application/json", "multipart/form-data; boundary=x", "x-www-form-urlencoded"])(
    "is refused as %j before it is read",
    async (declared) => {
      const { seen, stream } = chunkedBody([new TextEncoder().encode("a=b")]);
      expect(await refusal(form(stream, { "content-type": declared }))).toBe("unsupported_media_type");
      expect(seen.pulled).toBe(0);
    },
  );

  test("may have exactly 256 KiB, declared or chunked", async () => {
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

  test("is refused with a content encoding, if it ends early, or if it is not UTF-8", async () => {
    expect(await refusal(form("a=b", { "content-encoding": "gzip" }))).toBe("unsupported_media_type");
    expect(await refusal(form(new Uint8Array([0x61, 0x3d, 0xff])))).toBe("invalid_input");
    const { stream } = chunkedBody([new TextEncoder().encode("a="), Promise.reject(new Error("gone"))]);
    expect(await refusal(form(stream))).toBe("invalid_input");
  });
});
