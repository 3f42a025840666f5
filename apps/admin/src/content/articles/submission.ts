import type { Submission } from '@mojian/contract/content/articles-admin';

/** `isOutdated`: it is another by now, or decided; nothing changes under somebody who reads before they ask. */
export type ReviewState = { submission: Submission | undefined; failure: string; isOutdated?: boolean };

/** The same with what is there by now; null when it no longer waits. */
export function refreshSubmission(before: ReviewState, now: Submission | null): ReviewState {
  const { submission } = before;
  if (!submission) return before;
  return now?.version === submission.version ? { ...before, submission: now } : { ...before, isOutdated: true };
}
