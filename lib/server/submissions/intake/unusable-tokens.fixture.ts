import { createHash, randomBytes } from "node:crypto";

/** Returns invalid variants of a valid token. */
export function unusableTokens(token: string): unknown[] {
  const [first = ""] = token;
  return [
    randomBytes(32).toString("base64url"),
    (first === "A" ? "B" : "A") + token.slice(1),
    token.slice(0, -1),
    token.slice(1),
    `${token}A`,
    ` ${token}`,
    `${token}\n`,
    `${token}=`,
    `${token}\0`,
    token.toUpperCase() === token ? token.toLowerCase() : token.toUpperCase(),
    // The stored hash must not work as a token.
    createHash("sha256").update(token).digest("hex"),
    createHash("sha256").update(token).digest("base64url"),
    "_".repeat(43),
    "%".repeat(43),
    "é".repeat(43),
    "' OR ''='",
    "",
    [token],
    [token, token],
    { token },
    43,
    null,
    undefined,
  ];
}
