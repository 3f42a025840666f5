import type { Me } from '@mojian/contract/core/sessions';
import { longDate } from '../../../ui/times.ts';

/** What a member shows of themselves, to all and to themselves alike. */
export type Profile = Pick<Me, 'id' | 'nickname' | 'avatar' | 'cover' | 'intro' | 'website' | 'place' | 'joinedAt'>;

/** How many drawn covers there are, and a step that shares no divisor with it: neighbours by number look different. */
const drawings = 240;
const step = 53;

/** The drawn cover of a member who has put up no picture: their own, whatever they call themselves. */
export function coverNumberOf(userId: number) {
  return ((userId - 1) * step) % drawings;
}

/** 2022年4月来到这里 */
export function sinceWhen(joinedAt: string) {
  return `${longDate(joinedAt).replace(/\d{1,2}日$/, '')}来到这里`;
}

/** An address as people say it: without protocol and www, and without a lone slash at the end. */
export function siteWords(website: string) {
  return website.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
}

/** What of it is to be changed. */
export type Changes = Partial<Omit<Profile, 'id' | 'joinedAt'>>;
