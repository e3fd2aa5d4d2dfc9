import type { Instrumentation } from "next";

// Import inside the conditions, so that the compiler keeps these modules out of the Edge bundle.
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { prepareProcess } = await import("./lib/http/prepare-process.ts");
    await prepareProcess({ isProduction: process.env.NODE_ENV === "production" }).catch((error: unknown) => {
      if (error instanceof Error) console.error(error.message);
      throw error;
    });
  }
}

export const onRequestError: Instrumentation.onRequestError = async (error, _request, { routePath }) => {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { notePageError } = await import("./lib/http/request-note.ts");
    notePageError(error, routePath);
  }
};
