import { isIP } from 'node:net';
import { isEmail, spellEmail } from '@mojian/contract/platform/email';
import { isWebAddress } from '@mojian/contract/platform/fields';
import { guestNameLength } from '@mojian/contract/platform/rules';
import type { Trx } from '../../platform/db/schema.ts';
import { hashMail } from '../identity/guest-mail.ts';
import { nicknameKey } from '../identity/nickname-key.ts';
import { drawnName, isTitle, posesAs } from '../identity/nickname-rules.ts';
import { insertGuest, renewGuest } from '../identity/user-rows.ts';
import { readSettings } from '../settings/settings.ts';

/**
 * Author of a text from another site, or of a comment. `email` and `website` may be ''; `createdAt` is when the text was
 * written. `browser`: hash of the browser's secret, which tells namesakes without e-mail apart.
 */
export type GuestInput = { name: string; email: string; website: string; createdAt: number | null; browser?: string };

const nameless = '访客';
const mark = '（访客）';
const longestWebsite = 200;

/**
 * Finds the guest of this name and e-mail, or adds one, and returns the id. Call it in the transaction that stores the
 * text: the row stays locked, so that a concurrent claim waits and takes the text along.
 */
export async function findOrAddGuest(trx: Trx, { name, email, website, createdAt, browser }: GuestInput) {
  const nickname = guestName(name) || nameless;
  const mailHash = await hashMail(trx, email);
  const guestKey = `${nicknameKey(nickname)}\n${mailHash ?? (browser ? `#${browser}` : '')}`;
  const seen = { website: cleanWebsite(website), createdAt: Math.trunc(createdAt ?? Date.now()) };
  const known = await renewGuest(trx, guestKey, seen);
  if (known !== undefined) return known;
  const guest = { nickname: await distinctName(trx, nickname), mailHash, guestKey, ...seen };
  return insertGuest(trx, { ...guest, role: 'member', email: null, passwordHash: null });
}

/** Name as its guest wrote it, neither an e-mail nor a network address; '' when nothing is left. */
export function guestName(name: string) {
  const text = name.trim();
  if (isIP(text) !== 0) return '';
  const shown = isEmail(spellEmail(text.slice(0, 300))) ? text.slice(0, text.lastIndexOf('@')) : text;
  return drawnName(shown, guestNameLength);
}

function cleanWebsite(website: string) {
  const text = website.trim();
  return text.length <= longestWebsite && isWebAddress(text) ? text : '';
}

/** Marks a name that looks like a member's, the site's, its author's or a title's. */
async function distinctName(trx: Trx, name: string) {
  const { identity, author } = await readSettings(trx);
  const isOurs = isTitle(name) || posesAs(name, [identity.name, author.name]);
  const isTaken = isOurs || (await isMemberName(trx, nicknameKey(name)));
  return isTaken ? drawnName(name, guestNameLength - mark.length) + mark : name;
}

async function isMemberName(trx: Trx, key: string) {
  const member = await trx.selectFrom('users').select('id').where('nicknameKey', '=', key).limit(1).executeTakeFirst();
  return member !== undefined;
}
