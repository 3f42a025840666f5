import type { Submission } from '@mojian/contract/content/articles-admin';
import { expect, test } from 'vitest';
import { refreshSubmission } from './submission.ts';

const submission = { id: 7, version: 3, title: '谷雨', queue: [7] } as Submission;
const shown = { submission, failure: '' };

test('a refetched submission with the same text is shown at once', () => {
  const now = { ...submission, queue: [7, 8] };
  expect(refreshSubmission(shown, now)).toEqual({ submission: now, failure: '' });
});

test('a changed or withdrawn text is announced and replaces the shown one only on request', () => {
  expect(refreshSubmission(shown, { ...submission, version: 4, title: '清明' })).toEqual({
    ...shown,
    isOutdated: true,
  });
  expect(refreshSubmission(shown, null)).toEqual({ ...shown, isOutdated: true });
  expect(refreshSubmission({ submission: undefined, failure: '没有' }, submission)).toEqual({
    submission: undefined,
    failure: '没有',
  });
});
