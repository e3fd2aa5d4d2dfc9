"use client";

import { useSyncExternalStore } from "react";

const subscribe = () => () => undefined;

/**
 * Returns false until hydration. Until then, disable buttons that need script, because clicks on them would be lost.
 */
export const useIsHydrated = () =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
