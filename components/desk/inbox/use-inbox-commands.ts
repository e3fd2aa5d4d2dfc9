"use client";

import { useDeskText } from "#lib/i18n/desk-text.ts";
import type { Asked } from "../changes/change-dialogs.tsx";
import { useCommands } from "../commands/commands.tsx";

type Actions = {
  isOpen: boolean;
  onMove: (by: 1 | -1) => void;
  onOpen: () => unknown;
  onClose: () => void;
  onAsk: (what: Asked) => unknown;
  onMine: () => unknown;
  onField: (id: string) => void;
  onUndo: () => unknown;
  onSelect: () => unknown;
  exportPath: string | null;
};

/** Registers the keys of the inbox, which the palette and the help also list. */
export function useInboxCommands(actions: Actions): void {
  const t = useDeskText("list");
  const triage = useDeskText("triage");
  const { isOpen, onMove, onOpen, onClose, onAsk, onMine, onField, onUndo, onSelect, exportPath } = actions;
  // Beside an open submission, the arrows scroll it.
  const [down, up] = isOpen ? [[], []] : [["ArrowDown"], ["ArrowUp"]];
  useCommands([
    { id: "down", text: t("keys.down"), keys: "j", otherKeys: down, isOnlyKey: true, run: () => onMove(1) },
    { id: "up", text: t("keys.up"), keys: "k", otherKeys: up, isOnlyKey: true, run: () => onMove(-1) },
    { id: "open", text: t("keys.open"), keys: "o", otherKeys: ["Enter"], isOnlyKey: true, run: onOpen },
    { id: "back", text: t("keys.back"), keys: "Escape", isOnlyKey: true, run: onClose },
    { id: "status", text: t("keys.status"), keys: "s", run: () => onAsk("status") },
    { id: "assign", text: t("keys.assign"), keys: "a", run: () => onAsk("owner") },
    { id: "mine", text: t("keys.mine"), keys: "m", otherKeys: ["i"], run: onMine },
    { id: "reply", text: t("keys.reply"), keys: "r", run: () => onField("reply-text") },
    { id: "note", text: t("keys.note"), keys: "n", run: () => onField("note-text") },
    { id: "finish", text: t("keys.finish"), keys: "e", run: () => onAsk("finish") },
    { id: "snooze", text: triage("snooze.key"), keys: "h", run: () => onAsk("snooze") },
    { id: "undo", text: t("keys.undo"), keys: "z", run: onUndo },
    { id: "select", text: t("keys.select"), keys: "x", isOnlyKey: true, run: onSelect },
    { id: "search", text: t("keys.search"), keys: "/", run: focusSearch },
    ...(exportPath === null
      ? []
      : [{ id: "export", text: t("keys.export"), run: () => window.location.assign(exportPath) }]),
  ]);
}

function focusSearch(): void {
  const field = document.getElementById("q");
  if (field instanceof HTMLInputElement) field.select();
}
