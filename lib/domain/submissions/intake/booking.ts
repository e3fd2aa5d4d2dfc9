type Booker = { name: string; email: string; reference: string };

const placeholder = /\{(\w*)\}/g;
const names = ["name", "email", "reference"] as const;

/** Returns whether a query template such as `name={name}&email={email}` uses only these placeholders. */
export function isBookingQuery(template: string): boolean {
  const values = [...new URLSearchParams(template).values()].join(" ");
  return [...values.matchAll(placeholder)].every(([, name]) => names.some((each) => each === name));
}

export function fillBookingUrl(bookingUrl: string, template: string, booker: Booker): string {
  const url = new URL(bookingUrl);
  for (const [parameter, value] of new URLSearchParams(template)) {
    url.searchParams.set(
      parameter,
      value.replace(placeholder, (text, name: string) => {
        const known = names.find((each) => each === name);
        return known ? booker[known] : text;
      }),
    );
  }
  return url.href;
}
