const keysStorageKey = "desk-keys";

/** Single-key shortcuts can be switched off (WCAG 2.1.4), per browser. */
export function hasKeys(): boolean {
  return localStorage.getItem(keysStorageKey) !== "off";
}

export function setHasKeys(isOn: boolean): void {
  localStorage.setItem(keysStorageKey, isOn ? "on" : "off");
}

export function isTyping(target: EventTarget | null): boolean {
  const field = target instanceof Element && target.closest("input, select, textarea, [contenteditable]");
  return Boolean(field) && !(field instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(field.type));
}

/** Enter presses a focused link or button. */
export function hasNativeAction(key: string, target: EventTarget | null): boolean {
  return key === "Enter" && target instanceof Element && target.closest("a, button, summary") !== null;
}

const prefixMilliseconds = 1_500;

/** Joins `g` and the next key into `g i`. */
export function createKeyReader(): (event: KeyboardEvent) => string {
  let prefixAt = 0;
  return ({ key, timeStamp }) => {
    const isSecond = prefixAt > 0 && timeStamp - prefixAt < prefixMilliseconds;
    prefixAt = !isSecond && key === "g" ? timeStamp : 0;
    return isSecond ? `g ${key}` : key;
  };
}
