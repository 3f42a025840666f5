import type { Say } from '@mojian/contract/community/says';
import { type Judgement, judge } from '../../core/moderation/judge.ts';
import { findPictures } from '../../core/uploads/uploads.ts';
import type { Db } from '../../platform/db/schema.ts';
import { isStaff, type Viewer } from '../../platform/http/viewer.ts';
import { withoutFollowing } from '../comments/comment-text.ts';
import { checkPlace, checkSeen, checkText } from './say-text.ts';
import { type RenderedSay, renderSay } from './write-say.ts';

export type Parts = { db: Db; siteUrl: string };

export type SentSay = { text: string; pictures: string[]; place: string; isPublic: boolean };

export type ReadySay = {
  text: string;
  place: string;
  pictures: Say['pictures'];
  isPublic: boolean;
  state: Judgement['state'];
  reasons: string[];
  rendered: RenderedSay;
};

/**
 * All that has to be known of a say before it is written: checked, its pictures found, judged and rendered. What is for
 * its author only is not judged. `sayId`: the one that is being changed.
 * @throws Failure blaming `text`, `place` or `pictures`.
 */
export async function readySay(
  { db, siteUrl }: Parts,
  viewer: Viewer,
  sent: SentSay,
  sayId?: number,
): Promise<ReadySay> {
  const { isPublic } = sent;
  const words = { text: checkText(sent.text), place: checkPlace(sent.place) };
  const pictures = await findPictures(db, viewer.id, sent.pictures);
  const judged = isPublic
    ? await judgeSay(db, viewer, words, sayId)
    : { ...words, state: 'shown' as const, reasons: [] };
  const rendered = await renderSay(judged.text, siteUrl);
  checkSeen(rendered.html);
  const html = isStaff(viewer) ? rendered.html : withoutFollowing(rendered.html);
  return { ...judged, pictures, isPublic, rendered: { ...rendered, html } };
}

/** The place is written by hand as well. */
async function judgeSay(
  db: Db,
  { id: authorId, role }: Viewer,
  words: { text: string; place: string },
  sayId?: number,
) {
  const text = await judge(db, { text: words.text, authorId, role, sayId });
  if (words.place === '') return { ...text, place: '' };
  const place = await judge(db, { text: words.place, authorId, role, sayId });
  return {
    text: text.text,
    place: place.text,
    state: text.state === 'held' ? text.state : place.state,
    reasons: [...new Set([...text.reasons, ...place.reasons])],
  };
}
