import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BackupWork } from '@mojian/contract/operations/backups';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readWorkState, reportWork } from './backup-work.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mojian-told-'));
  await mkdir(join(dataDir, 'backups'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const work = (minute: number, state: BackupWork['state'] = 'running'): BackupWork => ({
  kind: 'create',
  name: '',
  state,
  step: '',
  done: 0,
  total: 0,
  failure: '',
  preview: null,
  safety: '',
  startedAt: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
});

test.each(['', '{"work":', '[]', '{"work":{"state":"running"},"toldAt":1}', '\0\0\0\0'])(
  'a torn file (%j) counts as none and is reported',
  async (text) => {
    await writeFile(join(dataDir, 'backups/.work'), text);
    const reported: string[] = [];
    expect(await readWorkState(dataDir, (why) => reported.push(why))).toBeNull();
    expect(reported).toHaveLength(1);

    const end = reportWork(dataDir, work(1, 'done'));
    await end();
    expect(await readWorkState(dataDir)).toMatchObject({ state: 'done' });
  },
);

test('concurrent progress reports leave one whole file, and an older job never hides a newer one', async () => {
  const older = work(1);
  const endOlder = reportWork(dataDir, older);
  const newer = { ...work(2), name: '长'.repeat(2000) };
  const endNewer = reportWork(dataDir, newer);
  const reads = Array.from({ length: 40 }, () => readWorkState(dataDir, (why) => expect.fail(why)));
  older.state = 'failed';
  await Promise.all([endOlder(), endNewer(), endOlder(), ...reads]);
  expect(await readWorkState(dataDir)).toMatchObject({ startedAt: newer.startedAt, state: 'running' });
  newer.state = 'done';
  await endNewer();
  await endOlder();
  expect(await readWorkState(dataDir)).toMatchObject({ startedAt: newer.startedAt, state: 'done' });
  expect((await readdir(join(dataDir, 'backups'))).filter((name) => name.endsWith('.part'))).toEqual([]);
});
