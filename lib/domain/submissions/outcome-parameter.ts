/** Where a browser refuses cookies, the address carries the outcome. Apart from its schema: every page knows this name. */
export const outcomeParameter = "outcome";
