import { expect, test } from "vitest";
import { connectionsDefault, connectionsMin, splitConnections } from "./connections.ts";

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);

test("splits the database connections among the kinds of work, at least one for each", () => {
  for (let total = connectionsMin; total <= 200; total++) {
    const split = Object.values(splitConnections(total));
    expect(sum(split)).toBe(total);
    expect(Math.min(...split)).toBe(1);
  }
});

test("gives mail and desk more than one database connection even with the smallest total", () => {
  expect(splitConnections(connectionsMin)).toMatchObject({ mail: 3, desk: 2 });
});

test.each([
  [connectionsMin, { submissions: 1, intake: 1, catalog: 1, desk: 2, maintenance: 1, mail: 3, readiness: 1 }],
  [20, { submissions: 5, intake: 3, catalog: 3, desk: 3, maintenance: 1, mail: 4, readiness: 1 }],
  [connectionsDefault, { submissions: 10, intake: 4, catalog: 5, desk: 4, maintenance: 3, mail: 6, readiness: 1 }],
])("splits %i database connections by the documented rule", (total, expected) => {
  expect(splitConnections(total)).toEqual(expected);
});
