import type { BackupWork } from '@mojian/contract/operations/backups';
import { Failure } from '@mojian/contract/platform/failures';
import { expect, test } from 'vitest';
import { afterFailedPoll } from './poll-refusal.ts';

const job = (kind: BackupWork['kind']): BackupWork => ({
  kind,
  name: '',
  state: 'running',
  step: '',
  done: 0,
  total: 0,
  startedAt: '2026-11-26T00:00:00.000Z',
  failure: '',
  preview: null,
  safety: '',
});

test.each(['signed-out', 'not-allowed'] as const)('%s after a restore means that the site was restored', (id) => {
  expect(afterFailedPoll(job('restore'), new Failure(id))).toBe('restored');
  for (const kind of ['create', 'prove', 'preview'] as const)
    expect(afterFailedPoll(job(kind), new Failure(id))).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('看不到进度'),
    });
});

test('a lost answer is asked for again', () => {
  for (const error of [new Failure('unavailable'), new Error('offline')])
    expect(afterFailedPoll(job('restore'), error)).toEqual(job('restore'));
});
