import { expect, test } from "vitest";
import { isMailable } from "./mailable-address.ts";

test.each([
  "ana@example.com",
  "Ana.Ruiz+x@EXAMPLE.com",
  "josé@example.com",
  "ana@compañía.example",
  "ana@compan\u0303i\u0301a.example",
  "a@b.c",
  "o'hara!%$@x-y.example",
  "-ana@example.com",
  "ana@xn--fiqs8s.example",
])("a mail to %j goes there", (address) => expect(isMailable(address)).toBe(true));

test.each([
  ["a control sign", "ana@example.c\u001bom"],
  ["a control sign in front", "a\u0001na@example.com"],
  ["a soft hyphen", "ana@exam\u00adple.com"],
  ["a sign of no width", "ana@example.com\u200b"],
  ["a change of direction", "\u202eana@example.com"],
  ["letters of full width", "ana@\uff42.example"],
  ["a dot that is another sign", "ana@example\u3002com"],
  ["a domain that is none", "ana@exa%mple.com"],
])("an address with %s is no address of a mail", (_, address) => expect(isMailable(address)).toBe(false));
