/** The query of an address as Next hands it to a page: a parameter that is there several times is a list. */
export function searchParamsOf(address: string): Record<string, string | string[]> {
  const { searchParams } = new URL(address);
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const [first = "", ...others] = searchParams.getAll(name);
      return [name, others.length ? [first, ...others] : first];
    }),
  );
}
