"use client";

import { useSyncExternalStore } from "react";

const subscribe = () => () => undefined;

/** False until hydration. Disable buttons that need script until then, because a click would be lost. */
export const useIsHydrated = () =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
