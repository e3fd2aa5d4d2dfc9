import type { MouseEvent } from "react";

export function isPlainClick({ button, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey;
}

type Opener = (path: string) => boolean;

let opener: Opener | null = null;

/** Lets the current page open some links without a page load. @returns a function that stops this */
export function setLinkOpener(open: Opener): () => void {
  opener = open;
  return () => {
    opener = null;
  };
}

/** Opens a path, without a page load if the current page supports it. */
export function openLink(path: string): void {
  if (!opener?.(path)) window.location.assign(path);
}

export function toBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** Returns null if the setting was never stored, or if the browser blocks its storage. */
export function readSetting(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function storeSetting(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The browser blocks storage.
  }
}

const storageKey = "desk-notifications";

/** `missing`: no notifications, or none without TLS. `blocked`: only the browser's settings can allow them. */
export type NotificationState = "on" | "off" | "blocked" | "missing";

export function getNotificationState(): NotificationState {
  if (!("Notification" in window)) return "missing";
  if (Notification.permission === "denied") return "blocked";
  const isOn = Notification.permission === "granted" && readSetting(storageKey) === "on";
  return isOn ? "on" : "off";
}

/** Asks for permission if needed, so call this only on a click. Shows `sample` as the first notification. */
export async function switchNotifications(state: "on" | "off", sample: string): Promise<NotificationState> {
  storeSetting(storageKey, state);
  if (state === "on" && Notification.permission === "default") await Notification.requestPermission();
  try {
    if (getNotificationState() === "on") new Notification(sample);
    return getNotificationState();
  } catch {
    // Chrome for Android throws, because it allows notifications only from service workers.
    storeSetting(storageKey, "off");
    return "missing";
  }
}
