import { writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Loaded into a served process by served.ts: at SIGUSR2 it tidies its memory and writes down what it uses.
setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc');

const cpuOf = ({ user, system }) => (user + system) / 1000;

process.on('SIGUSR2', async () => {
  const before = process.cpuUsage();
  await gc({ execution: 'async' });
  await gc({ execution: 'async' }); // frees the buffers that the first one released
  const { heapUsed, external, rss: resident } = process.memoryUsage();
  const memory = heapUsed + external;
  const usage = {
    cpu: cpuOf(before),
    tidied: cpuOf(process.cpuUsage()),
    memory,
    resident,
  };
  writeFileSync(process.env.USAGE_FILE, JSON.stringify(usage));
});
