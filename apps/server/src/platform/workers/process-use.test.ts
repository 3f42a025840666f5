import { expect, test } from 'vitest';
import { readUse } from './process-use.ts';

const isLinux = process.platform === 'linux';

test.runIf(isLinux)('memory is read in megabytes whatever the size of a page', () => {
  const { rss } = process.memoryUsage();
  const { megabytes } = readUse(process.pid);
  expect(megabytes / (rss / 1024 ** 2)).toBeCloseTo(1, 0);
});

test.runIf(isLinux)('time is read in seconds of the processor', () => {
  const before = readUse(process.pid).seconds;
  const { user, system } = process.cpuUsage();
  expect(Math.abs(before - (user + system) / 1e6)).toBeLessThan(1);
});

test.runIf(isLinux)('a process that is not there is an error', () => {
  expect(() => readUse(2 ** 30)).toThrow('ENOENT');
});
