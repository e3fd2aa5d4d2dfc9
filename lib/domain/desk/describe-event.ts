import type { StoredEvent } from "../submissions/events.ts";
import type { Status } from "../submissions/status.ts";

const inWords = (status: Status) => status.replace("_", " ");

/** The rest of a sentence that begins with the actor. */
export function describeEvent(event: StoredEvent): string {
  switch (event.type) {
    case "seen":
      return "looked at it";
    case "note":
      return "added a note";
    case "reply":
      return "replied";
    case "mail":
      return `sent the ${event.details.mail}`;
    case "consent":
      return event.details.change === "confirmed" ? "confirmed the consent" : "withdrew the consent";
    case "status": {
      const { from, to, isUndo } = event.details;
      const change = `the status from ${inWords(from)} to ${inWords(to)}`;
      return isUndo ? `took the last change back, ${change}` : `changed ${change}`;
    }
    case "owner": {
      const { from, to } = event.details;
      return `changed the owner from ${from?.name ?? "nobody"} to ${to?.name ?? "nobody"}`;
    }
  }
}
