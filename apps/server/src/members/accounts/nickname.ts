import { randomInt } from 'node:crypto';
import { nicknameLength } from '@mojian/contract/members/accounts';
import { Failure } from '@mojian/contract/platform/failures';
import type { roles } from '@mojian/contract/platform/permissions';
import { nicknameKey } from '../../core/identity/nickname-key.ts';
import { keepNicknameKey, updateUser } from '../../core/identity/user-rows.ts';
import { blockedWord } from '../../core/moderation/judge.ts';
import { readSettings } from '../../core/settings/settings.ts';
import { isDuplicate } from '../../platform/db/dialect.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { toSimplified } from '../../platform/search/simplified.ts';
import * as queries from './accounts.queries.ts';
import { keysInUse, listWithoutKey } from './accounts.queries.ts';

type Role = (typeof roles)[number];

const newcomer = '新朋友';

/** Names that pose as the site. */
const titles = keysOf(
  '管理员 站长 系统 系统通知 系统消息 官方 客服 版主 博主 墨笺 全体成员 所有人 admin administrator root system owner ' +
    'webmaster moderator official all everyone',
);
/** Names that pose as nobody. */
const nobodies = keysOf('已注销用户 用户已注销 助手 游客 访客 匿名 匿名用户 匿名者 guest anonymous null undefined');
/** Chinese words by which a name poses as the site wherever they stand, as in 墨笺官方. */
const voices = '站长 管理员 官方 客服 版主 系统通知 系统消息 全体成员 墨笺 已注销'.split(' ').map(nicknameKey);
/** Others do so as a word of their own: `badminton` contains one. */
const callings = keysOf('admin administrator webmaster moderator official root system owner');
/** The mark of a guest, appended by hand. */
const guestMark = /[^\p{L}\p{N}]访客[^\p{L}\p{N}]*$/u;
/** Badges and roles that a guest of that name would seem to have. */
const badges = keysOf('作者 编辑 编者 小编 编辑部 网站管理员 本站 editor author');

/** Letters and symbols that draw nothing. */
const blank = '\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0';
const unseen = new RegExp(`[\\p{C}\\p{Zl}\\p{Zp}\\p{Variation_Selector}${blank}]|(?! |\\u3000)\\p{Zs}`, 'u');
const piled = /\p{M}{3}/u;
const said = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;

/**
 * Checks a nickname and returns its users.nicknameKey, which a unique index guards.
 * @param role the owner may be called 站长, a member may not.
 * @throws Failure invalid-input naming `nickname`.
 */
export function checkNickname(nickname: string, role: Role = 'member') {
  const reason = refusalOf(nickname, role);
  if (reason) throw new Failure('invalid-input', reason, 'nickname');
  return nicknameKey(nickname);
}

/**
 * Finds a free nickname close to the one a newcomer brings. A concurrent newcomer may still meet the unique index: see
 * `isDuplicate`.
 */
export async function freeNickname(trx: Trx, wanted: string) {
  const { moderation } = await readSettings(trx);
  const isTaken = blockedWord(moderation, wanted) !== undefined || posesAs(allowedPart(wanted), await ownersNames(trx));
  const base = isTaken ? newcomer : allowedPart(wanted);
  const tails = [2, 3, 4, 5, 6, 7, 8, 9, randomInt(10, 100), randomInt(100, 10_000), randomInt(1e9, 1e10)];
  const candidates = [base, ...tails.map((tail) => numbered(base, tail))].map(asCandidate);
  const keys = candidates.map((candidate) => candidate.nicknameKey);
  const taken = await keysInUse(trx, keys);
  const free = candidates.find((candidate) => !taken.has(candidate.nicknameKey));
  if (!free) throw new Failure('taken', '昵称已经有人用了', 'nickname');
  return free;
}

/** Name of a guest as they wrote it, without what draws nothing and what piles up, cut to `most`; '' when nothing is left. */
export function drawnName(wanted: string, most = nicknameLength) {
  const signs = graphemes(wanted.slice(0, longestRead).normalize('NFC').replaceAll(/\s/g, ' '));
  return atMost(most, signs.filter(isDrawn).join('').replaceAll(/ +/g, ' ').trim());
}

/** UTF-16 units of a foreign name that are looked at. */
const longestRead = 400;

/** Whether a name is a title of the staff, or poses as the site. */
export function isTitle(name: string) {
  const key = nicknameKey(name);
  return badges.has(key) || (isReserved(name) && !nobodies.has(key));
}

function refusalOf(nickname: string, role: Role) {
  const signs = withoutEmoji(nickname);
  if (unseen.test(signs)) return '昵称里不能有看不见的字符';
  if (piled.test(signs)) return '昵称里叠加的符号太多';
  if (!said.test(nickname)) return '昵称里至少要有一个文字';
  if (role === 'member' && isReserved(nickname)) return '这个昵称不能使用，请换一个';
}

function isReserved(nickname: string) {
  const key = nicknameKey(nickname);
  if (titles.has(key) || nobodies.has(key) || guestMark.test(toSimplified(nickname))) return true;
  return voices.some((voice) => key.includes(voice)) || keysOfWords(nickname).some((word) => callings.has(word));
}

/** Keys of the words of a name, without digits behind them. */
function keysOfWords(nickname: string) {
  return nickname
    .normalize('NFKC')
    .split(betweenWords)
    .map((word) => nicknameKey(word.replace(/(?<!\d)\d+$/, '')));
}

const betweenWords = /[^\p{L}\p{M}\p{N}]+|(?<=\p{Script=Han})(?!\p{Script=Han})|(?<!\p{Script=Han})(?=\p{Script=Han})/u;

/** Whether a name looks like another, or contains it: a Chinese one of two characters anywhere, others as a word. */
export function posesAs(nickname: string, names: string[]) {
  const [key, words] = [nicknameKey(nickname), keysOfWords(nickname)];
  return names.map(nicknameKey).some((own) => {
    if (own === '') return false;
    return key === own || words.includes(own) || (/\p{Script=Han}{2}/u.test(own) && key.includes(own));
  });
}

/** Names of the site, its author and its owners, other than `except`, which no other member may pose as. */
export async function ownersNames(db: Db | Trx, except?: number) {
  const { identity, author } = await readSettings(db);
  const owners = await db.selectFrom('users').select(['id', 'nickname']).where('role', '=', 'owner').execute();
  return [identity.name, author.name, ...owners.filter(({ id }) => id !== except).map(({ nickname }) => nickname)];
}

function isDrawn(sign: string) {
  const signs = withoutEmoji(sign);
  return sign === ' ' || !(unseen.test(signs) || piled.test(signs));
}

function keysOf(names: string) {
  return new Set(names.split(' ').map(nicknameKey));
}

/** Emoji contain joiners that are refused elsewhere. */
function withoutEmoji(text: string) {
  return text.replace(/\p{RGI_Emoji}/gv, ' ');
}

function allowedPart(wanted: string) {
  const name = atMost(nicknameLength, graphemes(wanted).filter(isDrawn).join('').trim());
  return refusalOf(name, 'member') ? newcomer : name;
}

function numbered(name: string, number: number) {
  const tail = String(number);
  return atMost(nicknameLength - tail.length, name) + tail;
}

/** Cuts between graphemes. */
function atMost(most: number, text: string) {
  let name = '';
  for (const sign of graphemes(text)) {
    if (Array.from(name + sign).length > most) break;
    name += sign;
  }
  return name.trim();
}

function graphemes(text: string) {
  return Array.from(new Intl.Segmenter('zh', { granularity: 'grapheme' }).segment(text), ({ segment }) => segment);
}

function asCandidate(nickname: string) {
  return { nickname, nicknameKey: nicknameKey(nickname) };
}

/**
 * Adds missing nickname keys of older rows at every start, and makes anew those of guests that were made by former rules. Of two look-alikes the older row gets the key.
 */
export async function fillNicknameKeys(db: Db) {
  for (const { id, nickname } of await listWithoutKey(db))
    await unlessTaken(() => keepNicknameKey(db, id, nicknameKey(nickname)));
  for (const { id, guestKey } of await queries.listFormerGuests(db)) {
    const [name = '', hash = ''] = guestKey.slice(queries.formerGuest.length).split('\n');
    await unlessTaken(() => updateUser(db, id, { guestKey: `${nicknameKey(name)}\n${hash}` }));
  }
}

async function unlessTaken(change: () => Promise<void>) {
  try {
    await change();
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
}
