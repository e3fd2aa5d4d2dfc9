"use client";

import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { Dialog } from "#components/ui/dialog.tsx";
import { KeyboardKey } from "#components/ui/key.tsx";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { readSetting, storeSetting } from "../core/browser.ts";
import { ActionButton } from "../core/desk-action.tsx";
import { CommandPalette } from "./palette.tsx";

export type Command = {
  id: string;
  text: string;
  /** A key such as `j` or `Enter`, or a sequence of two keys such as `g i`. */
  keys?: string;
  otherKeys?: readonly string[];
  isOnlyKey?: boolean;
  run: () => unknown;
};

/** Order of the commands in the palette, following a day's work. Commands not named here come last. */
const order = [
  "down",
  "up",
  "open",
  "unread",
  "back",
  "status",
  "assign",
  "mine",
  "reply",
  "note",
  "finish",
  "snooze",
  "undo",
  "select",
  "search",
  "filter",
  "export",
  "duty",
];

const getPlace = ({ id }: Command) => (order.includes(id) ? order.indexOf(id) : order.length);

/** The commands of all mounted components. */
const registered = new Set<readonly Command[]>();

export function useCommands(commands: readonly Command[]): void {
  useLayoutEffect(() => {
    registered.add(commands);
    return () => {
      registered.delete(commands);
    };
  });
}

const listCommands = () => [...registered].flat().sort((one, other) => getPlace(one) - getPlace(other));

type Props = { pages: readonly { href: string; text: string; keys?: string }[]; isAdmin: boolean };

/** Runs commands by key. Its two buttons show the palette and the list of keys. */
export function CommandCenter({ pages, isAdmin }: Props) {
  const t = useDeskText("list");
  const [shown, setShown] = useState<"palette" | "help" | null>(null);
  const goes = pages.map(
    ({ href, text, keys }): Command => ({
      id: href,
      text: t("go", { page: text }),
      keys,
      run: () => window.location.assign(href),
    }),
  );
  useCommands([...goes, { id: "help", text: t("keys.help"), keys: "?", run: () => setShown("help") }]);

  useEffect(() => {
    const handleKeyDown = createKeyListener(() => setShown("palette"));
    document.addEventListener("keydown", handleKeyDown);
    return () => document.removeEventListener("keydown", handleKeyDown);
  }, []);
  const look = "flex min-h-9 cursor-pointer items-center gap-2 rounded-sm px-2 text-sm text-muted hover:text-primary";
  return (
    <>
      <button type="button" className={`${look} max-sm:hidden`} onClick={() => setShown("palette")}>
        <span className="max-md:sr-only">{t("palette.show")}</span> <KeyboardKey>Ctrl K</KeyboardKey>
      </button>
      <button type="button" className={`${look} max-sm:hidden`} onClick={() => setShown("help")}>
        <span className="sr-only">{t("keys.show")}</span> <KeyboardKey>?</KeyboardKey>
      </button>
      {shown === "palette" && (
        <CommandPalette
          commands={listCommands()}
          isAdmin={isAdmin}
          onClose={() => setShown((now) => (now === "palette" ? null : now))}
        />
      )}
      {shown === "help" && <KeysHelp commands={listCommands()} onClose={() => setShown(null)} />}
    </>
  );
}

function createKeyListener(showPalette: () => void): (event: KeyboardEvent) => void {
  const readKey = createShortcutReader();
  return (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const { key, target } = event;
    if ((event.ctrlKey || event.metaKey) && !event.altKey && key.toLowerCase() === "k") {
      event.preventDefault();
      return showPalette();
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTextField(target)) {
      if (key === "Escape" && target instanceof HTMLElement) target.blur();
      return;
    }
    const pressed = readKey(event);
    if (/^.$|^g .$/u.test(pressed) && !hasSingleKeyShortcuts()) return;
    if (hasNativeAction(key, target)) return;
    const command = listCommands().find(({ keys, otherKeys }) => keys === pressed || otherKeys?.includes(pressed));
    if (!command) return;
    event.preventDefault();
    // A key that is held moves through the list, but must not undo everything.
    if (!event.repeat || command.id === "down" || command.id === "up") command.run();
  };
}

function KeysHelp({ commands, onClose }: { commands: readonly Command[]; onClose: () => void }) {
  const t = useDeskText("list");
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // Focuses the heading: otherwise the browser would focus the checkbox below the list and scroll to it.
  useEffect(() => heading.current?.focus(), []);
  const id = useId();
  return (
    <Dialog
      ref={dialog}
      aria-labelledby={id}
      place="middle"
      width="wide"
      className="overflow-y-auto p-6"
      onClose={onClose}
    >
      <h2 id={id} ref={heading} tabIndex={-1} className="text-xl">
        {t("keys.title")}
      </h2>
      <dl className="my-4 gap-x-8 text-sm sm:columns-2">
        {[...commands, { keys: "Ctrl K", text: t("palette.show") }].map(
          ({ keys, text }) =>
            keys && (
              <div key={keys} className="flex break-inside-avoid items-center justify-between gap-4 py-1">
                <dt className="order-2 flex gap-1">
                  {keys.split(" ").map((key) => (
                    <KeyboardKey key={key} isSpoken>
                      {key}
                    </KeyboardKey>
                  ))}
                </dt>
                <dd>{text}</dd>
              </div>
            ),
        )}
      </dl>
      <label className="mb-4 flex min-h-11 items-center gap-3 text-sm">
        <input
          type="checkbox"
          className="size-5"
          defaultChecked={hasSingleKeyShortcuts()}
          onChange={({ target }) => storeSetting(keysStorageKey, target.checked ? "on" : "off")}
        />
        {t("keys.use")}
      </label>
      <ActionButton text={t("close")} look="secondary" onPress={() => dialog.current?.close()} />
    </Dialog>
  );
}

const keysStorageKey = "desk-keys";

/** Operators can turn off single-key shortcuts in each browser (WCAG 2.1.4). */
function hasSingleKeyShortcuts(): boolean {
  return readSetting(keysStorageKey) !== "off";
}

function isTextField(target: EventTarget | null): boolean {
  const field = target instanceof Element && target.closest("input, select, textarea, [contenteditable]");
  return Boolean(field) && !(field instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(field.type));
}

/** Returns whether the browser handles the key itself: Enter activates a focused link or button. */
function hasNativeAction(key: string, target: EventTarget | null): boolean {
  return key === "Enter" && target instanceof Element && target.closest("a, button, summary") !== null;
}

const prefixMilliseconds = 1_500;

function createShortcutReader(): (event: KeyboardEvent) => string {
  let prefixAt = 0;
  return ({ key, timeStamp }) => {
    const isSecond = prefixAt > 0 && timeStamp - prefixAt < prefixMilliseconds;
    prefixAt = !isSecond && key === "g" ? timeStamp : 0;
    return isSecond ? `g ${key}` : key;
  };
}
