import { Fragment } from "react";
import { splitAtMatches } from "#lib/domain/catalog/matches.ts";

type Props = {
  path: string;
  /** Folded, as by toSearchWords. */
  words?: readonly string[];
};

/** A path or address with its matches marked. It breaks before its parts, and inside a long name only. */
export function PathText({ path, words = [] }: Props) {
  return splitAtMatches(path, words).map(({ text, isMatch }, at) => {
    const names = splitBeforeParts(text, at > 0);
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has nothing else, and never moves
    return isMatch ? <mark key={at}>{names}</mark> : <Fragment key={at}>{names}</Fragment>;
  });
}

/** Shorter names fit every screen: their hyphens are no place to break. */
const unbrokenMax = 20;

function splitBeforeParts(text: string, isInside: boolean) {
  return text.split(/(?<=[^/:])(?=[/?&#])/).map((name, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a name has nothing else, and never moves
    <Fragment key={at}>
      {(at > 0 || (isInside && /^[/?&#]/.test(name))) && <wbr />}
      {name.length <= unbrokenMax && name.includes("-") ? <span className="whitespace-nowrap">{name}</span> : name}
    </Fragment>
  ));
}
