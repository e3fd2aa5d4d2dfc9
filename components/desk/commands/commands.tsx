"use client";

import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Key } from "#components/ui/key.tsx";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { KeysHelp } from "./keys-help.tsx";
import { Palette } from "./palette.tsx";
import { createKeyReader, hasKeys, hasNativeAction, isTyping } from "./press.ts";

/** An action on a page, run by a key or from the palette. */
export type Command = {
  id: string;
  text: string;
  /** A key such as `j` or `Enter`, or a sequence of two: `g i`. */
  keys?: string;
  /** Alternative keys. */
  otherKeys?: readonly string[];
  /** Hides the command from the palette, such as moving in a list. */
  isOnlyKey?: boolean;
  run: () => unknown;
};

/** Order of commands in the palette, by a day's work. Commands not named here come last. */
const order = [
  ...["down", "up", "open", "back", "status", "assign", "mine", "reply", "note", "finish", "snooze", "undo", "select"],
  ...["search", "filter", "export", "duty"],
];

function inOrder(commands: readonly Command[]): Command[] {
  const place = ({ id }: Command) => (order.includes(id) ? order.indexOf(id) : order.length);
  return commands.toSorted((one, other) => place(one) - place(other));
}

type Registered = Set<RefObject<readonly Command[]>>;

const CommandContext = createContext<Registered>(new Set());

/** Registers commands while the component is mounted. */
export function useCommands(commands: readonly Command[]): void {
  const registered = use(CommandContext);
  const current = useRef(commands);
  useLayoutEffect(() => {
    current.current = commands;
  });
  useEffect(() => {
    registered.add(current);
    return () => {
      registered.delete(current);
    };
  }, [registered]);
}

type Page = { href: string; text: string; keys?: string };
type Props = { pages: readonly Page[]; isAdmin: boolean; children: ReactNode };

type Shown = "palette" | "help" | null;

/** Provides the keys and the palette of the desk. Ignores keys while somebody types or a dialog is open. */
export function Commands({ pages, isAdmin, children }: Props) {
  const t = useDeskText("list");
  const [registered] = useState<Registered>(() => new Set());
  const [shown, setShown] = useState<Shown>(null);
  const goes = pages.map(
    ({ href, text, keys }): Command => ({
      id: href,
      text: t("go", { page: text }),
      ...(keys === undefined ? {} : { keys }),
      run: () => window.location.assign(href),
    }),
  );
  const help = { id: "help", text: t("keys.help"), keys: "?", run: () => setShown("help") };
  const own = useRef<readonly Command[]>([]);
  useLayoutEffect(() => {
    own.current = [...goes, help];
  });
  const listCommands = () => inOrder([...registered].flatMap(({ current }) => current).concat(own.current));

  useEffect(() => {
    const readKey = createKeyReader();
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
      const { key, target } = event;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && key.toLowerCase() === "k") {
        event.preventDefault();
        return setShown("palette");
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(target)) {
        if (key === "Escape" && target instanceof HTMLElement) target.blur();
        return;
      }
      const pressed = readKey(event);
      if (/^.$|^g .$/u.test(pressed) && !hasKeys()) return;
      if (hasNativeAction(key, target)) return;
      const commands = [...registered].flatMap(({ current }) => current).concat(own.current);
      const command = commands.find(({ keys, otherKeys }) => keys === pressed || otherKeys?.includes(pressed));
      if (!command) return;
      event.preventDefault();
      command.run();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [registered]);

  return (
    <CommandContext value={registered}>
      <OpenContext value={setShown}>{children}</OpenContext>
      {shown === "palette" && (
        <Palette
          commands={listCommands()}
          isAdmin={isAdmin}
          onClose={() => setShown((now) => (now === "palette" ? null : now))}
        />
      )}
      {shown === "help" && <KeysHelp commands={listCommands()} onClose={() => setShown(null)} />}
    </CommandContext>
  );
}

const OpenContext = createContext<(shown: Shown) => void>(() => undefined);

/** For operators who do not know the keys yet. */
export function CommandButtons() {
  const t = useDeskText("list");
  const open = use(OpenContext);
  const look = "flex min-h-9 cursor-pointer items-center gap-2 rounded-sm px-2 text-sm text-muted hover:text-primary";
  return (
    <>
      <button type="button" className={`${look} max-sm:hidden`} onClick={() => open("palette")}>
        <span className="max-md:sr-only">{t("palette.show")}</span> <Key>Ctrl K</Key>
      </button>
      <button type="button" className={`${look} max-sm:hidden`} onClick={() => open("help")}>
        <span className="sr-only">{t("keys.show")}</span> <Key>?</Key>
      </button>
    </>
  );
}
