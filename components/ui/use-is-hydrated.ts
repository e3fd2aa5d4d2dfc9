"use client";

import { useSyncExternalStore } from "react";

const subscribe = () => () => undefined;

/** Until hydration, disable buttons that need script, because clicks on them would be lost. */
export const useIsHydrated = () =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
