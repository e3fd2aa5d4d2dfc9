import * as z from "zod/mini";
import { NewRule, RuleOrder, RuleSwitch, RuleVersion } from "../../domain/desk/assignment.ts";
import { Done, defineDeskPost } from "../operation.ts";

const path = "/admin/assignment";

const Saved = z.object({ rule: z.int(), version: z.int() });

export const assignmentOperations = {
  saveAssignmentRule: defineDeskPost("saveAssignmentRule", `${path}/save`, "admin", NewRule, Saved),
  switchAssignmentRule: defineDeskPost("switchAssignmentRule", `${path}/switch`, "admin", RuleSwitch, Done),
  orderAssignmentRules: defineDeskPost("orderAssignmentRules", `${path}/order`, "admin", RuleOrder, Done),
  removeAssignmentRule: defineDeskPost("removeAssignmentRule", `${path}/remove`, "admin", RuleVersion, Done),
};
