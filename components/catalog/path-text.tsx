import { Fragment } from "react";
import { splitAtMatches } from "#lib/domain/catalog/matches.ts";

type Props = {
  path: string;
  words?: readonly string[];
};

/** Lines break before segments; only a long segment may also break inside. */
export function PathText({ path, words = [] }: Props) {
  return splitAtMatches(path, words).map(({ text, isMatch }, at) => {
    const names = splitBeforeParts(text, at > 0);
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has no other identity and never moves
    return isMatch ? <mark key={at}>{names}</mark> : <Fragment key={at}>{names}</Fragment>;
  });
}

/** A segment of up to this many characters fits every screen, so it must not break at its hyphens. */
const unbrokenMax = 20;

function splitBeforeParts(text: string, isInside: boolean) {
  return text.split(/(?<=[^/:])(?=[/?&#])/).map((name, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a name has no other identity and never moves
    <Fragment key={at}>
      {(at > 0 || (isInside && /^[/?&#]/.test(name))) && <wbr />}
      {name.length <= unbrokenMax && name.includes("-") ? <span className="whitespace-nowrap">{name}</span> : name}
    </Fragment>
  ));
}
