import type { Say } from '@mojian/contract/says';
import { cleanText } from '@mojian/markdown/clean';
import type { Trx } from '../db/schema.ts';
import { enqueue } from '../outbox/outbox.ts';
import { insertSay, insertTopics } from './says.queries.ts';

export type SayDraft = {
  authorId: number;
  text: string;
  pictures?: Say['pictures'] | undefined;
  place?: string | undefined;
  isPublic?: boolean | undefined;
  /** Milliseconds since 1970; now when not given. */
  createdAt?: number | undefined;
};

export type RenderedSay = Awaited<ReturnType<typeof renderSay>>;

/** Before the transaction: rendering waits for modules, which a process that only serves does not keep in memory. */
export async function renderSay(text: string, siteUrl: string) {
  const { renderShortText } = await import('@mojian/markdown/short-text');
  return renderShortText(text, { siteOrigin: new URL(siteUrl).origin });
}

/** Writes a say and its topics, and has the pages that show says dropped. Returns its id. */
export async function writeSay(trx: Trx, draft: SayDraft, { html, topics }: RenderedSay) {
  const { authorId, text, pictures = [], place = '', isPublic = true, createdAt = Date.now() } = draft;
  const id = await insertSay(trx, {
    ...{ authorId, html, createdAt },
    text: cleanText(text),
    place: cleanText(place),
    pictures: JSON.stringify(pictures),
    isPublic: Number(isPublic),
  });
  await insertTopics(trx, id, topics);
  await enqueue(trx, 'drop-pages', { tags: ['says'] });
  return id;
}
