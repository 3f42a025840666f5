import { pauseAfter } from '@mojian/client/live-stream';
import { type FailureId, isFailure } from '@mojian/contract/platform/failures';

/** Trying the same again does not help. */
const final: FailureId[] = ['invalid-input', 'wrong-type', 'too-large', 'not-found', 'gone'];
/** A server that fails on this very message is not asked for ever. */
const faultsAtMost = 6;

type Refused = { why: string; mayRetry: boolean };

/**
 * What to do about a message that did not go: the words for the member, and either milliseconds to wait before it is
 * tried again by itself, or whether they may try.
 */
export function afterFailure(error: unknown, failures: number): { wait: number; why: string } | Refused {
  if (!isFailure(error)) return { why: '发送失败', mayRetry: true };
  const { id, message, retryAfter } = error;
  if (id === 'too-many-requests')
    return { wait: Math.max(1, retryAfter ?? 5) * 1000, why: '发送太频繁，稍后会自动重发' };
  if (id === 'unavailable' || (id === 'unexpected' && failures < faultsAtMost))
    return { wait: pauseAfter(failures), why: '还没有发出，连上后会自动重发' };
  return { why: message, mayRetry: !final.includes(id) };
}
