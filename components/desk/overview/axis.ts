const intervalsMax = 4;

/** The steps of an axis of whole numbers from nought to at least `max`: at most five, each 1, 2 or 5 of its power of ten apart. */
export function axisOf(max: number): number[] {
  const least = Math.max(1, max) / intervalsMax;
  const power = 10 ** Math.max(0, Math.floor(Math.log10(least)));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= least) ?? power * 10;
  const intervals = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: intervals + 1 }, (_, at) => at * step);
}

/** A length of a picture, as part of the whole. */
export function percent(part: number, whole: number): string {
  return `${Math.round((part / whole) * 10_000) / 100}%`;
}
