/** `npm test -- nightly` sets NIGHTLY, to run tests marked @nightly as well, and others in full size. */
export const isNightly = process.env.NIGHTLY === "1";

/** Marks a test that is too slow for every change. */
export const nightly = { tag: "@nightly" };

/** Selects the cases to test: by day only the first, which represents the others, and at night all. */
export const firstByDay = <T>(cases: readonly T[]): readonly T[] => (isNightly ? cases : cases.slice(0, 1));
