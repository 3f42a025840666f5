import type { Submission } from '@mojian/contract/content/articles-admin';

/** `isOutdated`: the text was changed or decided elsewhere; it is replaced only on request. */
export type ReviewState = { submission: Submission | undefined; failure: string; isOutdated?: boolean };

/** Merges a refetched submission; null when it no longer waits. */
export function refreshSubmission(before: ReviewState, now: Submission | null): ReviewState {
  const { submission } = before;
  if (!submission) return before;
  return now?.version === submission.version ? { ...before, submission: now } : { ...before, isOutdated: true };
}
