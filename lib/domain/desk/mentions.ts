export type Mentionable = { id: string; name: string };

const wordEnd = /[\p{L}\p{M}\p{Nd}_]/u;

/**
 * The operators whom a note names with `@` before their whole name, whatever its case. "@Ana Ruiz" is not also "@Ana" if
 * both are operators.
 */
export function findMentioned<Operator extends Mentionable>(text: string, operators: Operator[]): Operator[] {
  const found = new Set<string>();
  for (const { start, end } of findMentions(text, operators)) found.add(fold(text.slice(start + 1, end)));
  return operators.filter(({ name }) => found.has(fold(name)));
}

/** The places of mentions in a note, in order. */
export function findMentions(text: string, operators: Pick<Mentionable, "name">[]): { start: number; end: number }[] {
  const names = operators.map(({ name }) => name).sort((one, other) => other.length - one.length);
  return [...text.matchAll(/@/g)].flatMap(({ index: start }) => {
    const name = names.find((each) => {
      const end = start + 1 + each.length;
      return fold(text.slice(start + 1, end)) === fold(each) && !wordEnd.test(text.slice(end, end + 1));
    });
    return name === undefined ? [] : [{ start, end: start + 1 + name.length }];
  });
}

const fold = (name: string) => name.normalize("NFC").toLowerCase();
