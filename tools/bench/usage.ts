// Reads the CPU time and memory of a process tree from /proc.
import fs from "node:fs";

export type Usage = { cpuMilliseconds: number; residentBytes: number };

/** Linux's unit of CPU time in /proc: USER_HZ is 100 per second. */
const tickMilliseconds = 10;

type Stat = { parent: number; ticks: number };

/** Reads a process tree's CPU time so far, including ended children, and its current memory. */
export function readUsage(root: number): Usage {
  const stats = readStats();
  const usage = { cpuMilliseconds: 0, residentBytes: 0 };
  for (const pid of listTree(root, stats)) {
    usage.cpuMilliseconds += (stats.get(pid)?.ticks ?? 0) * tickMilliseconds;
    usage.residentBytes += readResidentBytes(pid);
  }
  return usage;
}

export function requireLinux(): void {
  if (!fs.existsSync("/proc/self/stat")) throw new Error("The bench reads /proc and therefore runs on Linux only.");
}

function listTree(root: number, stats: Map<number, Stat>): Set<number> {
  const tree = new Set([root]);
  for (let size = 0; size < tree.size; ) {
    size = tree.size;
    for (const [pid, { parent }] of stats) if (tree.has(parent)) tree.add(pid);
  }
  return tree;
}

function readStats(): Map<number, Stat> {
  const stats = new Map<number, Stat>();
  for (const name of fs.readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const text = readIfAlive(`/proc/${name}/stat`);
    // The program's name may contain any character, even ")", so count the fields after it.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at] ?? 0), 0);
    stats.set(Number(name), { parent: Number(fields[1]), ticks });
  }
  return stats;
}

function readResidentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readIfAlive(`/proc/${pid}/status`))?.[1];
  return Number(kilobytes ?? 0) * 1024;
}

function readIfAlive(file: string): string {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
