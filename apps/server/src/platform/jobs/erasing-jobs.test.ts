import { afterEach, expect, test, vi } from 'vitest';
import { jobsOf } from '../../jobs.ts';
import { Jobs } from './jobs.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a job that erases waits until the clock has been put right, others begin at once', async () => {
  vi.useFakeTimers();
  const ran: string[] = [];
  const job = (name: string) => ({ name, everySeconds: 60, run: async () => ran.push(name) });
  const jobs = new Jobs({
    db: {} as never, // only failures are stored
    jobs: [job('备份'), { ...job('清空回收站'), erases: true as const }],
    onFailure: () => expect.fail(),
    firstAfter: 1000,
    erasesAfter: 600_000,
  });
  jobs.start();
  await vi.advanceTimersByTimeAsync(599_000);
  expect(new Set(ran)).toEqual(new Set(['备份']));
  await vi.advanceTimersByTimeAsync(61_000);
  expect(ran).toContain('清空回收站');
  await jobs.stop();
});

test('every job that removes what people have is among those that erase', () => {
  const db = { getExecutor: () => ({ adapter: {} }) };
  const jobs = jobsOf({ db, config: {} } as never);
  const cleaning = jobs.filter(({ name }) => /删除|清空|清理|精简/.test(name));
  const harmless = ['清理过期的一次性凭证', '清理过期的验证码', '清理过期的计数', '清理过期的登录码', '清理裁过的字体'];
  expect(cleaning.filter(({ erases }) => !erases).map(({ name }) => name)).toEqual(harmless);
});
