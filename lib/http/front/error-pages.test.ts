import { expect, test } from "vitest";
import { type Handler, servePages } from "./served-pages.fixture.ts";

const shell = '<!DOCTYPE html><html id="__next_error__"><head></head><body></body></html>';
const files = {
  "server/app/en/missing.html": "Nothing is here",
  "server/app/es/missing.html": "Aquí no hay nada",
  "server/app/en/broken.html": "Something broke",
  "server/app/es/broken.html": "Algo falló",
  "server/app/en/consent/unusable.html": "This link does not work",
  "server/app/es/consent/unusable.html": "Este enlace no funciona",
  "server/app/desk-error.html": "The desk broke",
};
const answer = (status: number, body: string, type = "text/html; charset=utf-8"): Handler => {
  return (_, outgoing) => {
    outgoing.setHeader("Cache-Control", "private, no-store");
    outgoing.writeHead(status, { "Content-Type": type, "Content-Length": Buffer.byteLength(body) }).end(body);
  };
};

test.each([
  [404, "/en/nothing", "Nothing is here"],
  [404, "/es/nada?a=b", "Aquí no hay nada"],
  [404, "/es", "Aquí no hay nada"],
  [404, "/ES/nada", "Aquí no hay nada"],
  [404, "/espresso", "Nothing is here"],
  [404, "/_next/nothing", "Nothing is here"],
  [500, "/en/catalog", "Something broke"],
  [503, "/es/catalogo", "Algo falló"],
  [404, "/en/consent?token=abc", "This link does not work"],
  [404, "/es/consentimiento", "Este enlace no funciona"],
  [404, "/es/consentimiento/?token=a&token=b", "Este enlace no funciona"],
  [404, "/en/consent/nothing", "Nothing is here"],
  [500, "/en/consent?token=abc", "Something broke"],
  [500, "/admin", "The desk broke"],
  [500, "/admin/inbox?q=x", "The desk broke"],
  [500, "/administration", "Something broke"],
  [404, "/admin/nothing", "Nothing is here"],
])("an empty page with status %i at %s is filled in its language", async (status, path, text) => {
  const { ask } = await servePages(answer(status, shell), { files });
  const answered = await ask(path);
  expect([answered.status, answered.text]).toEqual([status, text]);
  expect(answered.headers["cache-control"]).toBe("private, no-store");
  expect(answered.headers["content-security-policy"]).toContain("default-src 'none'");
});

test("a page that says so itself is left as it is, and so is a page that is none of these", async () => {
  const own = shell.replace(' id="__next_error__"', "");
  expect((await (await servePages(answer(404, own), { files })).ask("/en/nothing")).text).toBe(own);
  expect((await (await servePages(answer(200, shell), { files })).ask("/en")).text).toBe(shell);
  expect((await (await servePages(answer(404, shell))).ask("/en/nothing")).text).toBe(shell);
});
