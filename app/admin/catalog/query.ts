/** What an address of the desk says beside the page. */
export type DeskQuery = Record<string, string | string[] | undefined>;

/** Of several the last. */
export function lastOf(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value.at(-1) : value) ?? "";
}
