/** Browser features to switch off, because no page uses them. clipboard-write is not listed, because pages use it. */
const unused = [
  "accelerometer",
  "autoplay",
  "browsing-topics",
  "camera",
  "display-capture",
  "encrypted-media",
  "fullscreen",
  "geolocation",
  "gyroscope",
  "hid",
  "idle-detection",
  "local-fonts",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "picture-in-picture",
  "screen-wake-lock",
  "serial",
  "usb",
  "window-management",
  "xr-spatial-tracking",
];
const permissions = unused.map((feature) => `${feature}=()`).join(", ");

type Site = { isSecure: boolean };

function buildPagePolicy(scriptSource: string, { isSecure }: Site): string {
  const directives = [
    "default-src 'none'",
    `script-src 'self' ${scriptSource}`,
    "style-src 'self'",
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

export function getPageHeaders(scriptSource: string, site: Site): Record<string, string> {
  return {
    ...getFileHeaders("", site),
    "Content-Security-Policy": buildPagePolicy(scriptSource, site),
    "Permissions-Policy": permissions,
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Frame-Options": "DENY",
  };
}

export function getFileHeaders(path: string, { isSecure }: Site): Record<string, string> {
  return {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    // Other sites may show our icons and preview pictures.
    "Cross-Origin-Resource-Policy": /\.(ico|jpg|png|svg|webp)$/.test(path) ? "cross-origin" : "same-origin",
    // An SVG file can contain scripts. This policy blocks them when the file is opened directly.
    ...(path.endsWith(".svg")
      ? { "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox" }
      : {}),
    ...(isSecure ? { "Strict-Transport-Security": "max-age=63072000" } : {}),
  };
}
