/** `npm run check -- browser-suite` sets NIGHTLY. It then also runs the tests marked @nightly, and others in full size. */
export const isNightly = process.env.NIGHTLY === "1";

/** Marks a test that is too slow for every change. */
export const nightly = { tag: "@nightly" };
