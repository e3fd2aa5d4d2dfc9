type Kept<Key, Value> = { get: (key: Key) => Value | undefined; set: (key: Key, value: Value) => unknown };

/** Creates the value on the first call for a key, and keeps it. */
export function getOrCreate<Key, Value>(kept: Kept<Key, Value>, key: Key, create: () => Value): Value {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const value = create();
  kept.set(key, value);
  return value;
}
