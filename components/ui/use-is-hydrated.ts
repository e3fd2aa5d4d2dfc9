"use client";

import { useSyncExternalStore } from "react";

const subscribe = () => () => undefined;

/** False until the page's script acts: a button that needs it is disabled, as a click on it would be lost. */
export const useIsHydrated = () =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
