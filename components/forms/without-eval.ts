import * as z from "zod/mini";

// Turns off zod's generated validators: zod generates them with eval, which the pages' Content-Security-Policy forbids.
// Import this module before any schema: a schema reads the setting only once. The server keeps the generated validators
// because they are faster.
z.config({ jitless: typeof window !== "undefined" });
