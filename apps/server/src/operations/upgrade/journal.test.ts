import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readJournal, upgradesFolder } from './journal.ts';

/** As the command of 0.2.0 writes it before it has the newer version start, which must keep the database then. */
const of020 = {
  format: 1,
  from: '0.2.0',
  to: '1.0.0',
  step: 'start',
  startedAt: 1795966343978,
  isSaved: false,
  keepsData: false,
  isAside: false,
  asideBackup: '',
  attempts: 0,
  trialPid: 0,
  startPid: 0,
  failure: '',
};

test('the journal of an upgrade that 0.2.0 began is read by the version it starts', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'mojian-journal-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  mkdirSync(upgradesFolder(dataDir));
  writeFileSync(join(upgradesFolder(dataDir), 'journal.json'), JSON.stringify(of020));
  expect(readJournal(dataDir)).toMatchObject({ ...of020, hasServed: true });
});
