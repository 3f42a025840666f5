import { isIP } from 'node:net';
import { guestNameLength } from '@mojian/contract/members/accounts';
import { isEmail, spellEmail } from '@mojian/contract/platform/email';
import { isWebAddress } from '@mojian/contract/platform/fields';
import { hashMail } from '../../core/identity/guest-mail.ts';
import { nicknameKey } from '../../core/identity/nickname-key.ts';
import { insertGuest, renewGuest } from '../../core/identity/user-rows.ts';
import { readSettings } from '../../core/settings/settings.ts';
import type { Trx } from '../../platform/db/schema.ts';
import { drawnName, isTitle, posesAs } from '../accounts/nickname.ts';

/** Author of a text from another site. `email` and `website` may be ''; `createdAt` is when the text was written. */
export type GuestInput = { name: string; email: string; website: string; createdAt: number | null };

const nameless = '访客';
const mark = '（访客）';
const longestWebsite = 200;

/**
 * Finds the guest of this name and e-mail, or adds one, and returns the id. Call it in the transaction that stores the
 * text: the row stays locked, so that a concurrent claim waits and takes the text along.
 */
export async function findOrAddGuest(trx: Trx, { name, email, website, createdAt }: GuestInput) {
  const nickname = cleanName(name);
  const mailHash = await hashMail(trx, email);
  const guestKey = `${nicknameKey(nickname)}\n${mailHash ?? ''}`;
  const seen = { website: cleanWebsite(website), createdAt: Math.trunc(createdAt ?? Date.now()) };
  const known = await renewGuest(trx, guestKey, seen);
  if (known !== undefined) return known;
  const guest = { nickname: await distinctName(trx, nickname), mailHash, guestKey, ...seen };
  return insertGuest(trx, { ...guest, role: 'member', email: null, passwordHash: null });
}

/** Name as on the other site, neither an e-mail nor a network address. */
function cleanName(name: string) {
  const text = name.trim();
  if (isIP(text) !== 0) return nameless;
  const shown = isEmail(spellEmail(text.slice(0, 300))) ? text.slice(0, text.lastIndexOf('@')) : text;
  return drawnName(shown, guestNameLength) || nameless;
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
