import { expect, test } from "vitest";
import { requireStrongPassword } from "./credential.ts";

const check = (password: string) => requireStrongPassword(password, ["Ana García", "ana.garcia@desk.example"]);

test.each([
  "un gato verde corre",
  "correct horse battery",
  "kR7#mq2Lx9!v",
  "perro-lámpara-río-7",
  "🌋🌋 volcán en Santa Ana",
])("accepts the password %s", async (password) => {
  await expect(check(password)).resolves.toBeUndefined();
});

test.each([
  "password1234",
  "P@ssw0rd2026!",
  "123456789012",
  "qwertyuiop123",
  "1q2w3e4r5t6y",
  "iloveyou1234",
  "contrasena1234",
  "adminadmin12",
  "aaaaaaaaaaaa",
  "x".repeat(128),
  "ana.garcia@desk.example",
  "ana garcia 2026",
])("refuses the password %s", async (password) => {
  await expect(check(password)).rejects.toMatchObject({ kind: "invalid_input", fields: ["password"] });
});
