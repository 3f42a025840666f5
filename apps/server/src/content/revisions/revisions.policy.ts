import type { Revision } from '@mojian/contract/content/revisions';

type Reason = Revision['reason'];

/** Why what readers saw is kept. The staff may read it, and put it before readers again. */
export const shown: Reason[] = ['published', 'superseded', 'restored'];

export function wasShown({ reason }: { reason: Reason }) {
  return shown.includes(reason);
}
