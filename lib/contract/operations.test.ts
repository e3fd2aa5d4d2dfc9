import { expect, test } from "vitest";
import { Nothing, type Operation } from "../domain/operation.ts";
import { allOperations } from "./all-operations.ts";
import { operations, serviceOperations } from "./operations.ts";

test("requires a receipt for three operations", () => {
  const withReceipt = Object.values(operations).filter((operation) => "needsReceipt" in operation);
  expect(withReceipt.map(({ operationId }) => operationId)).toEqual(["lookUpSubmission", "listTimes", "bookTime"]);
});

test("marks only the four submission operations as submissions", () => {
  const all: Operation[] = [...Object.values(operations), ...Object.values(serviceOperations)];
  const submissions = all.filter(({ isSubmission }) => isSubmission).map(({ operationId }) => operationId);
  expect(submissions).toEqual(["submitEvaluation", "submitContact", "practiceEvaluation", "practiceContact"]);
  for (const operation of all) {
    const isCached = "cacheSeconds" in operation && operation.cacheSeconds !== undefined;
    const isCount = operation.operationId === "countFormStep";
    if (operation.isSubmission || operation.needsReceipt || operation.input === Nothing || isCount) {
      expect(isCached).toBe(operation.operationId.endsWith("OpenApi"));
    } else expect(isCached).toBe(true);
  }
});

test("logs channel and route of submissions, and no field of other operations", () => {
  expect(operations.submitEvaluation.logged).toEqual(["channel", "route"]);
  for (const { logged } of [operations.submitContact, operations.practiceEvaluation, operations.practiceContact]) {
    expect(logged).toEqual(["channel"]);
  }
  const withFields = allOperations.filter(({ logged }) => logged !== undefined);
  expect(withFields.every(({ isSubmission }) => isSubmission)).toBe(true);
});

test("returns only the contract's properties, without score or thresholds", () => {
  const evaluation = { id: 1, route: "qualified", message: "x", schedulingUrl: "https://x" };
  expect(operations.submitEvaluation.output.parse({ ...evaluation, score: 18, reviewMin: 7 })).toEqual(evaluation);
  expect(operations.submitEvaluation.output.parse({ ...evaluation, schedulingUrl: null }).schedulingUrl).toBeNull();
  expect(operations.submitContact.output.parse({ id: 1, success: true, email: "x" })).toEqual({ id: 1, success: true });
  expect(operations.healthCheck.output.parse({ status: "ok", database: "up" })).toEqual({ status: "ok" });
  for (const route of ["rejected", "", null]) {
    expect(operations.submitEvaluation.output.safeParse({ ...evaluation, route }).success).toBe(false);
  }
});
