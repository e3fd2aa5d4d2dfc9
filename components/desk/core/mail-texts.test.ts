import { expect, test } from "vitest";
import { getDeskTextFor } from "#lib/i18n/desk-text.ts";
import { formatDeliveryFault } from "./mail-texts.ts";

const t = getDeskTextFor("en", "mail");

const explainFault = (code: string, rest: Partial<Parameters<typeof formatDeliveryFault>[1]> = {}) =>
  formatDeliveryFault(t, { code, isPermanent: false, ...rest });

test.each([
  ["ECONNECTION", "The mail server cannot be reached"],
  ["ECONNREFUSED", "The mail server cannot be reached"],
  ["EHOSTUNREACH", "The mail server cannot be reached"],
  ["ENETUNREACH", "The mail server cannot be reached"],
  ["ETIMEDOUT", "The mail server does not answer in time"],
  ["ESOCKET", "The connection to the mail server broke off"],
  ["EDNS", "The mail server’s name is not found"],
  ["ENOTFOUND", "The mail server’s name is not found"],
  ["EAI_AGAIN", "The mail server’s name is not found"],
  ["EAUTH", "The mail server refuses our user name or password"],
  ["ETLS", "No secure connection to the mail server could be made"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "No secure connection to the mail server could be made"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "No secure connection to the mail server could be made"],
  ["CERT_HAS_EXPIRED", "No secure connection to the mail server could be made"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "No secure connection to the mail server could be made"],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "No secure connection to the mail server could be made"],
  ["HOSTNAME_MISMATCH", "No secure connection to the mail server could be made"],
  ["INVALID_CA", "No secure connection to the mail server could be made"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "No secure connection to the mail server could be made"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "No secure connection to the mail server could be made"],
  ["EPROTO", "No secure connection to the mail server could be made"],
  ["EENVELOPE", "The mail server asked us to try again later"],
  ["EMESSAGE", "The mail server did not take the email this time"],
  ["EPROTOCOL", "The mail server sent an answer that makes no sense"],
  ["ESTREAM", "The email could not be handed over completely"],
  ["EADDRESS", "The address cannot be mailed to"],
  ["ENOSPC", "The file cannot be written into the data directory"],
  ["INTERNAL", "The email could not be prepared; the log says why"],
  ["ESOMETHING", "Something else went wrong"],
])("explains the delivery error %s and shows its code, so that an operator can look it up", (code, text) => {
  expect(explainFault(code)).toBe(`${text} (${code})`);
});

test("explains a permanent refusal and shows the mail server's response code", () => {
  const refusal = { response: 550, status: "5.1.1", isPermanent: true };
  expect(explainFault("EENVELOPE", refusal)).toBe(
    "The mail server takes no mail for this address (EENVELOPE 550 5.1.1)",
  );
  expect(explainFault("EMESSAGE", refusal)).toBe("The mail server refuses the email itself (EMESSAGE 550 5.1.1)");
});

test.each(["5.7.1", "5.4.14", "5.3.0"])(
  "blames the sender's configuration for a refusal with the status %s",
  (status) => {
    for (const isPermanent of [false, true]) {
      const text = explainFault("EENVELOPE", { response: 550, status, isPermanent });
      expect(text).toBe(`The mail server does not relay for us, or blocks us (EENVELOPE 550 ${status})`);
    }
  },
);

test("distinguishes a deferral from a block, and a message's refusal from an address's", () => {
  const deferred = explainFault("EENVELOPE", { response: 450, status: "4.7.1" });
  expect(deferred).toBe("The mail server asked us to try again later (EENVELOPE 450 4.7.1)");
  const mailbox = explainFault("EENVELOPE", { response: 552, status: "5.2.2" });
  expect(mailbox).toBe("The mail server asked us to try again later (EENVELOPE 552 5.2.2)");
  for (const answered of [{ response: 554 }, { response: 550, status: "5.7.1" }]) {
    expect(explainFault("EMESSAGE", answered)).toContain("The mail server refuses the email itself (EMESSAGE 55");
  }
  expect(explainFault("EMESSAGE", { response: 451 })).toBe(
    "The mail server did not take the email this time (EMESSAGE 451)",
  );
});

test("gives no reason for an unknown delivery fault", () => {
  expect(explainFault("UNKNOWN")).toBe("Something else went wrong");
  expect(formatDeliveryFault(t, null)).toBe("Sending began and did not finish");
});
