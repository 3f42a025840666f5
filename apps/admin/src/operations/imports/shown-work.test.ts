import type { ImportWork } from '@mojian/contract/operations/imports';
import { expect, test } from 'vitest';
import { closeWork, followWork, nothingSeen, type SeenWork, shownWork } from './shown-work.ts';

function job(kind: ImportWork['kind'], state: ImportWork['state'], upload = 'file-1'): ImportWork {
  const nothing = { runId: null, done: 0, total: 0, failure: '', preview: null, undone: null };
  return { ...nothing, kind, state, upload, fileName: '旧站.xml' };
}

/** Runs a job to its end, as the screen sees it. */
function run(seen: SeenWork, kind: ImportWork['kind'], state: 'done' | 'failed' = 'done') {
  const running = followWork(seen, job(kind, 'running'));
  expect(shownWork(running, job(kind, 'running'))?.state).toBe('running');
  const ended = followWork(running, job(kind, state));
  expect(shownWork(ended, job(kind, state))?.state).toBe(state);
  const closed = closeWork(ended, job(kind, state));
  expect(shownWork(followWork(closed, job(kind, state)), job(kind, state))).toBe(undefined);
  return closed;
}

test('the same file chosen again is previewed, imported and undone again in sight', () => {
  let seen = nothingSeen;
  for (let round = 0; round < 2; round++) {
    seen = run(seen, 'preview', 'failed');
    seen = run(seen, 'preview');
    seen = run(seen, 'import');
    seen = run(seen, 'undo');
  }
});

test('a preview that ended before the visit is shown, an import is not', () => {
  expect(shownWork(followWork(nothingSeen, null), null)).toBe(undefined);
  expect(shownWork(followWork(nothingSeen, job('preview', 'done')), job('preview', 'done'))?.kind).toBe('preview');
  for (const kind of ['import', 'undo'] as const)
    expect(shownWork(followWork(nothingSeen, job(kind, 'done')), job(kind, 'done'))).toBe(undefined);
});

test('another file is shown once the first was closed', () => {
  const seen = run(nothingSeen, 'preview');
  const other = job('preview', 'done', 'file-2');
  expect(shownWork(followWork(seen, other), other)).toBe(other);
});
