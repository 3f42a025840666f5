import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Draft } from '@mojian/contract/content/drafts';
import { type Entry, isSame } from './entry.ts';

export type TakenUp = {
  /** What goes on being written. */
  content: ArticleContent;
  version: number;
  /** `journal`: this browser has something newer. `stale`: so has the server, and they differ. */
  from: 'server' | 'journal' | 'stale';
};

/** Which of two texts is the newer one: what the server has, or what this browser kept. */
export function takeUp(draft: Draft, entry: Entry | undefined): TakenUp {
  const { content, version } = draft;
  if (!entry || isSame(entry.content, content)) return { content, version, from: 'server' };
  // what was sent last may have arrived without its answer: then the server's version is our own
  const isOurs = entry.version === version || (entry.sent !== null && isSame(entry.sent, content));
  return { content: entry.content, version, from: isOurs ? 'journal' : 'stale' };
}
