import * as z from "zod/mini";

// Generated validators need eval, which the policy of the pages forbids. Schemas look at this as they are made, so
// this is imported before any of them. The service keeps its generated ones: they are faster.
z.config({ jitless: typeof window !== "undefined" });
