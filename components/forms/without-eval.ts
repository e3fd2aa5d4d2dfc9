import * as z from "zod/mini";

// Turns off zod's generated validators, whose eval the pages' Content-Security-Policy forbids. Import this module
// before any schema: a schema reads the setting only once. The server keeps the validators because they are faster.
z.config({ jitless: typeof window !== "undefined" });
