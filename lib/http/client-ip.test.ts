import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readClientIp } from "./client-ip.ts";

const readClient = (forwardedFor: string | undefined, hops: number) =>
  readClientIp(new Headers(forwardedFor === undefined ? {} : { "x-forwarded-for": forwardedFor }), hops);

/** The X-Forwarded-For entries that 0 to 3 of our proxies and the server append; the last is the socket's address. */
const chains = [
  { hops: 0, chain: ["203.0.113.7"] },
  { hops: 1, chain: ["203.0.113.7", "10.0.0.1"] },
  { hops: 2, chain: ["203.0.113.7", "10.0.0.2", "10.0.0.1"] },
  { hops: 3, chain: ["203.0.113.7", "10.0.0.3", "10.0.0.2", "10.0.0.1"] },
];

describe.each(chains)("behind $hops proxies", ({ hops, chain }) => {
  test("takes the client's address from the outermost of our proxies", () => {
    expect(readClient(chain.join(", "), hops)).toBe("203.0.113.7");
    expect(readClient(chain.join(","), hops)).toBe("203.0.113.7");
    expect(readClient(` ${chain.join("  ,  ")} `, hops)).toBe("203.0.113.7");
  });

  test("ignores addresses that the caller wrote into X-Forwarded-For", () => {
    const typed = ["198.51.100.1", "unknown", "_hidden", '"[2001:db8::1]:1"', "for=1.2.3.4", ",,,", "1.2.3.4, ::1", ""];
    for (const forged of typed) expect(readClient([forged, ...chain].join(", "), hops)).toBe("203.0.113.7");
    const anything = fc.string({ unit: fc.constantFrom(...'0123456789abcdef.:,[]" \t;=%'), maxLength: 60 });
    fc.assert(
      fc.property(anything, (forged) => {
        expect(readClient([forged, ...chain].join(", "), hops)).toBe("203.0.113.7");
      }),
    );
  });
});

describe("the client's address", () => {
  test.each([
    ["203.0.113.7:49152", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::ffff:cb00:7107", "203.0.113.7"],
    ["[::ffff:203.0.113.7]:443", "203.0.113.7"],
    ["[2001:db8:1:2::9]:443", "2001:db8:1:2::/64"],
    ["[2001:db8:1:2::9]", "2001:db8:1:2::/64"],
    ["fe80::1%eth0", "fe80::/64"],
    ["::1", "::/64"],
  ])("normalizes the client address %s to %s", (address, client) => {
    expect(readClient(address, 0)).toBe(client);
    expect(readClient(`198.51.100.1, ${address}, 10.0.0.1`, 1)).toBe(client);
  });

  test("counts an IPv6 client by its /64 network", () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
    const half = fc.tuple(group, group, group, group).map((groups) => groups.join(":"));
    fc.assert(
      fc.property(half, half, half, (network, host, other) => {
        const client = readClient(`2001:${network.split(":").slice(1).join(":")}:${host}`, 0);
        expect(readClient(`2001:${network.split(":").slice(1).join(":")}:${other}`, 0)).toBe(client);
        expect(client).toMatch(/^2001:.*\/64$/);
      }),
      { numRuns: 50 },
    );
    expect(readClient("2001:db8:0:1:ffff::", 0)).not.toBe(readClient("2001:db8:0:2::", 0));
    expect(readClient("2001:DB8:0:0:0:0:0:1", 0)).toBe(readClient("2001:db8::2", 0));
  });
});

describe("an unusable client address", () => {
  test("uses the socket's address instead of an unusable address in X-Forwarded-For", () => {
    for (const garbage of ["", "unknown", "1.2.3.4.5", "1.2.3.256", "2001:db8:::1", "1.2.3.4:x"]) {
      expect(readClient(`198.51.100.1, ${garbage}, 10.0.0.1`, 1), garbage).toBe(readClient("10.0.0.1", 0));
    }
  });

  test("uses the socket's address if X-Forwarded-For is shorter than the list of proxies", () => {
    expect(readClient("10.0.0.1", 1)).toBe("10.0.0.1");
    expect(readClient("198.51.100.1, 10.0.0.1", 2)).toBe("10.0.0.1");
    expect(readClient("198.51.100.1, 198.51.100.2, 10.0.0.1", 3)).toBe("10.0.0.1");
  });

  test("counts all clients without a usable address as one client", () => {
    for (const header of [undefined, "", " ", "garbage", "198.51.100.1, garbage"]) {
      expect(readClient(header, 0)).toBe("unknown");
    }
  });
});
