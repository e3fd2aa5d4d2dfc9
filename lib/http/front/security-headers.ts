import type { ServerResponse } from "node:http";

export type Protection = {
  /** Whether people reach the site by https. */
  isSecure: boolean;
  /** Sources of the styles that the framework writes into its pages: those of the build. */
  styleSources: string[];
};

/** What browsers offer that no page of ours uses. Copying (clipboard-write) is used. */
const unused = [
  ...["accelerometer", "autoplay", "browsing-topics", "camera", "display-capture", "encrypted-media"],
  ...["fullscreen", "geolocation", "gyroscope", "hid", "idle-detection", "local-fonts", "magnetometer", "microphone"],
  ...["midi", "payment", "picture-in-picture", "screen-wake-lock", "serial", "usb", "window-management"],
  "xr-spatial-tracking",
];
const permissions = unused.map((feature) => `${feature}=()`).join(", ");

/** The Content-Security-Policy of a page whose inline scripts have these sources. Eval and all other style are refused. */
export function pagePolicy(scriptSources: string[], { isSecure, styleSources }: Protection): string {
  const directives = [
    "default-src 'none'",
    ["script-src 'self'", ...scriptSources].join(" "),
    ["style-src 'self'", ...styleSources].join(" "),
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isSecure ? ["upgrade-insecure-requests"] : []),
  ];
  return directives.join("; ");
}

/** What every page carries; `policy` is its Content-Security-Policy. */
export function setPageProtection(outgoing: ServerResponse, policy: string, protection: Protection): void {
  setFileProtection(outgoing, "text/html", protection);
  outgoing.setHeader("Content-Security-Policy", policy);
  outgoing.setHeader("Permissions-Policy", permissions);
  outgoing.setHeader("Cross-Origin-Opener-Policy", "same-origin");
  outgoing.setHeader("X-Frame-Options", "DENY");
}

/** What every other answer outside /api carries. */
export function setFileProtection(outgoing: ServerResponse, type: string, { isSecure }: Protection): void {
  outgoing.setHeader("X-Content-Type-Options", "nosniff");
  if (!outgoing.hasHeader("Referrer-Policy")) {
    outgoing.setHeader("Referrer-Policy", "strict-origin-when-cross-origin");
  }
  // Icons and preview pictures are made to be shown elsewhere.
  outgoing.setHeader("Cross-Origin-Resource-Policy", type.startsWith("image/") ? "cross-origin" : "same-origin");
  // A picture that can hold scripts: opened on its own, it runs none.
  if (type === "image/svg+xml") {
    outgoing.setHeader("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  }
  if (isSecure) outgoing.setHeader("Strict-Transport-Security", "max-age=63072000");
}
