import { readFileSync } from 'node:fs';

const ticksPerSecond = 100;

const pageSize = readPageSize();

/**
 * Reads processor seconds and resident megabytes of a process; see proc_pid_stat(5). The kernel answers at once, and a
 * read in another thread costs more than it twenty times over.
 * @throws Error where there is no such process, or no Linux
 */
export function readUse(pid: number | undefined) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [userTicks = 0, systemTicks = 0, pages = 0] = [fields[11], fields[12], fields[21]];
  return { seconds: (userTicks + systemTicks) / ticksPerSecond, megabytes: (pages * pageSize) / 1024 ** 2 };
}

/** Bytes of a page of memory: 4,096 on most machines, 16,384 on a Raspberry Pi 5. AT_PAGESZ of getauxval(3). */
function readPageSize() {
  const kind = 6n;
  try {
    const vector = new BigUint64Array(new Uint8Array(readFileSync('/proc/self/auxv')).buffer);
    const at = vector.findIndex((word, index) => index % 2 === 0 && word === kind);
    return Number(vector[at + 1]);
  } catch {
    return 4096; // no Linux: nothing is read there
  }
}
