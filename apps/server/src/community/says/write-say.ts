import type { Say } from '@mojian/contract/community/says';
import { cleanText } from '@mojian/markdown/clean';
import type { Trx } from '../../platform/db/schema.ts';
import { tellOfSay } from './tell-of-say.ts';
import { insertSay, setTopics } from './writing.queries.ts';

export type SayDraft = {
  authorId: number;
  text: string;
  pictures?: Say['pictures'] | undefined;
  place?: string | undefined;
  isPublic?: boolean | undefined;
  state?: 'shown' | 'held' | undefined;
  /** Why it is held. */
  reasons?: string[] | undefined;
  sendKey?: string | null | undefined;
  /** Milliseconds since 1970; now when not given. */
  createdAt?: number | undefined;
};

export type RenderedSay = Awaited<ReturnType<typeof renderSay>>;

/** Before the transaction: rendering waits for modules, which a process that only serves does not keep in memory. */
export async function renderSay(text: string, siteUrl: string) {
  const { renderShortText } = await import('@mojian/markdown/short-text');
  return renderShortText(text, { siteOrigin: new URL(siteUrl).origin });
}

/**
 * Writes a say and its topics, and has the pages that show says dropped. Returns its id, or nothing when the same author
 * sent the same key before.
 */
export async function insertOnce(trx: Trx, draft: SayDraft, { html, topics }: RenderedSay) {
  const { authorId, text, pictures = [], place = '', isPublic = true, createdAt = Date.now() } = draft;
  const { state = 'shown', reasons = [], sendKey = null } = draft;
  const id = await insertSay(trx, {
    ...{ authorId, html, createdAt, state, sendKey },
    text: cleanText(text),
    place: cleanText(place),
    pictures: JSON.stringify(pictures),
    isPublic: Number(isPublic),
    reasons: JSON.stringify(reasons),
  });
  if (id === undefined) return undefined;
  await setTopics(trx, id, topics);
  if (isPublic && state === 'shown') await tellOfSay(trx, { id, authorId }, 'say');
  return id;
}

/** The same for what was never sent before. */
export async function writeSay(trx: Trx, draft: SayDraft, rendered: RenderedSay): Promise<number> {
  return (await insertOnce(trx, { ...draft, sendKey: null }, rendered)) ?? 0;
}
