"use client";

import { createContext, use } from "react";

export const OperatorIdContext = createContext("");

/** Operators may sign in one after the other in the same tab: what the browser keeps is stored by this ID. */
export const useOperatorId = () => use(OperatorIdContext);
