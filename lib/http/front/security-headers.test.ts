import { expect, test } from "vitest";
import { getFileHeaders, getPageHeaders } from "./security-headers.ts";

const plain = { isSecure: false };

test("allows a page to load only our own files and the given inline scripts", () => {
  const headers = getPageHeaders("'nonce-x'", plain);
  expect(headers["Content-Security-Policy"]?.split("; ")).toEqual([
    "default-src 'none'",
    "script-src 'self' 'nonce-x'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]);
  expect(headers).toMatchObject({
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
  });
  expect(headers["Permissions-Policy"]).toMatch(/(^|, )camera=\(\)(,|$)/);
  expect(headers["Permissions-Policy"]).not.toContain("clipboard-write");
});

test("requires HTTPS only if the site's own URL uses HTTPS", () => {
  const secure = getPageHeaders("", { isSecure: true });
  expect(secure["Content-Security-Policy"]).toContain("upgrade-insecure-requests");
  for (const headers of [secure, getFileHeaders("/a.js", { isSecure: true })]) {
    expect(Number(/^max-age=(\d+)$/.exec(headers["Strict-Transport-Security"] ?? "")?.[1])).toBeGreaterThan(31e6);
  }
  expect(JSON.stringify(getPageHeaders("", plain))).not.toMatch(/upgrade-insecure-requests|Strict-Transport/);
});

test("blocks scripts in an SVG, and lets other sites show our pictures", () => {
  for (const path of ["/robots.txt", "/_next/static/a.js", "/icon.svg", "/apple-icon.png", "/favicon.ico"]) {
    const headers = getFileHeaders(path, plain);
    expect(headers["X-Content-Type-Options"], path).toBe("nosniff");
    const isPicture = /svg|png|ico$/.test(path);
    expect(headers["Cross-Origin-Resource-Policy"], path).toBe(isPicture ? "cross-origin" : "same-origin");
    const policy = path.endsWith(".svg") ? expect.stringMatching(/^default-src 'none'; .*sandbox$/) : undefined;
    expect(headers["Content-Security-Policy"], path).toEqual(policy);
  }
});
