import { nicknameLength } from '@mojian/contract/members/accounts';
import type { roles } from '@mojian/contract/platform/permissions';
import { toSimplified } from '../../platform/search/simplified.ts';
import { nicknameKey } from './nickname-key.ts';

type Role = (typeof roles)[number];

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

/** Reason against a nickname of this role; undefined for a good one. */
export function refusalOf(nickname: string, role: Role) {
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

export function isDrawn(sign: string) {
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

/** Cuts between graphemes. */
export function atMost(most: number, text: string) {
  let name = '';
  for (const sign of graphemes(text)) {
    if (Array.from(name + sign).length > most) break;
    name += sign;
  }
  return name.trim();
}

export function graphemes(text: string) {
  return Array.from(new Intl.Segmenter('zh', { granularity: 'grapheme' }).segment(text), ({ segment }) => segment);
}
