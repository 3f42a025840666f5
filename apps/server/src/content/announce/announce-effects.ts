import type { Db } from '../../platform/db/schema.ts';
import type { Effects } from '../../platform/outbox/outbox.ts';
import { tellBaidu, tellIndexNow } from './ask-engines.ts';
import { type engineHosts, postToBaidu, postToIndexNow } from './engines.ts';
import { tellFollowers, tellSomeFollowers, untellFollowers, untellSomeFollowers } from './followers.ts';

type Parts = { db: Db; siteUrl: string; warn: (line: string) => void; hosts?: typeof engineHosts; time?: number };

/** What is done after an article was published, changed or taken back. */
export function announceEffects(parts: Parts) {
  return {
    [tellFollowers]: (step: Parameters<typeof tellSomeFollowers>[1]) => tellSomeFollowers(parts.db, step),
    [untellFollowers]: (step: { articleId: number }) => untellSomeFollowers(parts.db, step),
    [tellIndexNow]: { together: (told: { articleId: number }[]) => postToIndexNow(parts, told) },
    [tellBaidu]: { together: (told: { articleId: number }[]) => postToBaidu(parts, told) },
  } satisfies Effects;
}
