import { createHash } from 'node:crypto';
import type { CommentMode } from '@mojian/contract/core/modes';
import { Failure } from '@mojian/contract/platform/failures';
import { removeTags } from '@mojian/markdown/text';
import { decodeXML } from 'entities/decode';
import { type SqlBool, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { compiledOnce } from '../../platform/db/compiled.ts';
import type { Db, Schema } from '../../platform/db/schema.ts';
import { isStaff } from '../../platform/http/viewer.ts';
import { addTry } from '../../platform/limits/limits.ts';
import { readSettings, type Settings } from '../settings/settings.ts';
import { findWords, glyphsOf, mask } from './word-finder.ts';

/** Reason shown for a text that staff hid. */
export const hiddenByStaff = '管理员隐藏了它';

type Rules = Settings['moderation'];

/** Comments have a mode of their own, among the features. */
const commentRules: Record<CommentMode, Rules['mode']> = {
  open: 'none',
  first: 'first',
  review: 'all',
  closed: 'all',
  hidden: 'all',
};

/** `text`: public text with masked words. `reasons`: why it is held, in Chinese, for its author and the staff. */
export type Judgement = { state: 'shown' | 'held'; text: string; reasons: string[] };

/**
 * Decides by the owner's rules whether a text is shown or held for review. Queries the database, so call it before a
 * transaction. Texts of staff always pass unchanged. Never throws for any text.
 */
export async function judge(db: Db, said: Said): Promise<Judgement> {
  const { text, authorId } = said;
  const role = said.role ?? (authorId === null ? undefined : await findRole(db, authorId));
  if (role && isStaff({ role })) return { state: 'shown', text, reasons: [] };

  const { moderation: rules, features } = await readSettings(db);
  const mode = said.mode ?? (said.isComment ? commentRules[features.comments] : rules.mode);
  const words = findWords(rules, text);
  const shown = mask(text, words.masked);
  const reasons = [
    ...(await reasonsOfMode(db, mode, said)),
    ...words.held.map(reasonOfWord),
    ...(countLinks(text) > rules.links ? [reasonOfLinks(rules)] : []),
    ...((await isRepeated(db, said, shown)) ? ['十分钟内说过同样的话'] : []),
  ];
  return { state: reasons.length > 0 ? 'held' : 'shown', text: shown, reasons };
}

const reasonOfWord = (word: string) => `含有需要审核的词「${word}」`;
const reasonOfLinks = ({ links }: Rules) => `链接超过 ${links} 个`;

/** Covers of masked words. A letter that no word has stands for each, so that those around them are not joined. */
const covers = /＊/g;
const unknownRune = 'ᚷ';
const outgoing = /<a [^<>]*href="(?:https?:)?\/\//g;

/**
 * Judges a text again as readers see it, since entities, links within a word and addresses behind words hide from
 * `judge`, which reads the source. Holds a text that shows such a word or more links than allowed. Staff pass.
 */
export async function judgeRendered<Judged extends Pick<Judgement, 'state' | 'reasons'>>(
  db: Db,
  judged: Judged,
  { html, role }: { html: string; role: Role },
): Promise<Judged> {
  if (isStaff({ role })) return judged;
  const { moderation: rules } = await readSettings(db);
  const { masked, held } = findWords(rules, decodeXML(removeTags(html)).replaceAll(covers, unknownRune));
  const links = html.match(outgoing)?.length ?? 0;
  const reasons = new Set([
    ...judged.reasons,
    ...[...masked.map(({ word }) => word), ...held].map(reasonOfWord),
    ...(links > rules.links ? [reasonOfLinks(rules)] : []),
  ]);
  return reasons.size === 0 ? judged : { ...judged, state: 'held', reasons: [...reasons] };
}

/**
 * Masks words in private messages, which staff cannot review, and returns the words that would be held. Texts of staff
 * pass unchanged.
 */
export async function judgeWords(db: Db, { text, role }: { text: string; role: Role }) {
  if (isStaff({ role })) return { text, held: [] };
  const { masked, held } = findWords((await readSettings(db)).moderation, text);
  return { text: mask(text, masked), held };
}

/**
 * Refuses the owner's words where nothing is masked or held for review, as in a nickname. Call it with texts of members.
 * @throws Failure invalid-input naming `field`
 */
export function requireAllowedWords(rules: Rules, field: string, text: string) {
  const word = blockedWord(rules, text);
  if (word !== undefined) throw new Failure('invalid-input', `含有本站不用的词「${word}」，请换一个说法`, field);
}

/** First of the owner's words in a text; undefined if it has none. */
export function blockedWord(rules: Rules, text: string): string | undefined {
  const { masked, held } = findWords(rules, text);
  return masked[0]?.word ?? held[0];
}

async function reasonsOfMode(db: Db, mode: Rules['mode'], { authorId, commentId }: Said) {
  if (mode === 'all') return ['所有内容都先审核'];
  if (mode === 'none' || (authorId !== null && (await hasShown(db, authorId, commentId)))) return [];
  return [authorId === null ? '访客的话先审核' : '第一次发言先审核'];
}

async function findRole(db: Db, userId: number) {
  const user = await db.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirst();
  return user?.role;
}

/** Whether this member has a public text besides the comment being changed. */
async function hasShown(db: Db, authorId: number, exceptCommentId = 0) {
  const comment = db
    .selectFrom('comments')
    .select('id')
    .where('authorId', '=', authorId)
    .where('state', '=', 'shown')
    .where('removedAt', 'is', null)
    .where('id', '<>', exceptCommentId);
  const message = db
    .selectFrom('boardMessages')
    .select('id')
    .where('authorId', '=', authorId)
    .where('state', '=', 'shown');
  const say = db
    .selectFrom('says')
    .select('id')
    .where('authorId', '=', authorId)
    .where('isPublic', '=', 1)
    .where('state', '=', 'shown');
  const inGroup = db
    .selectFrom('chatMessages')
    .select('id')
    .where('senderId', '=', authorId)
    .where(isInGroup)
    .where('state', '=', 'shown')
    .where('text', '<>', '')
    .limit(1);
  for (const query of [comment, message, say, inGroup]) if (await query.executeTakeFirst()) return true;
  return false;
}

/** Recent public texts of a member, except the one being edited and withdrawn ones. */
async function listSaid(
  db: Db,
  authorId: number,
  since: number,
  { sayId = 0, commentId = 0 }: { sayId?: number | undefined; commentId?: number | undefined } = {},
) {
  const comments = db
    .selectFrom('comments')
    .select('text')
    .where('authorId', '=', authorId)
    .where('createdAt', '>', since)
    .where('removedAt', 'is', null)
    .where('id', '<>', commentId);
  const messages = db
    .selectFrom('boardMessages')
    .select('text')
    .where('authorId', '=', authorId)
    .where('createdAt', '>', since);
  const says = db
    .selectFrom('says')
    .select('text')
    .where('authorId', '=', authorId)
    .where('createdAt', '>', since)
    .where('isPublic', '=', 1)
    .where('id', '<>', sayId);
  return [...(await comments.execute()), ...(await messages.execute()), ...(await says.execute())].map(
    ({ text }) => text,
  );
}

/** No join: it would begin with all rooms there are. */
const isInGroup = sql<SqlBool>`exists (select 1 from rooms where rooms.id = "chatMessages"."roomId" and rooms.kind = 'group')`;

const chattedBy = compiledOnce((db, { senderId, since }: { senderId: number; since: number }) =>
  db
    .selectFrom('chatMessages')
    .select('text')
    .where('senderId', '=', senderId)
    .where('createdAt', '>', since)
    .where(isInGroup)
    .where('state', 'in', ['shown', 'held'])
    .where('text', '<>', '')
    .orderBy('createdAt', 'desc')
    .limit(500),
);

async function listChatted(db: Db, senderId: number, since: number) {
  return (await chattedBy(db, { senderId, since })).map(({ text }) => text);
}

const repetitionSeconds = 600;
/** Short chat messages such as 好的 and 哈哈 repeat naturally; they count only beyond this many. */
const shortWords = 8;
const oftenInChat = 5;
/** Texts that differ in their numbers only are one that is counted up, from the fourth and this length on. */
const oftenButNumbers = 3;
const shortBare = 6;
/** Longer texts that so many visitors have said are the same one's, at another address. */
const oftenByVisitors = 2;

/** Whether the text repeats a recent one: members' are compared, visitors' counted by hash. */
async function isRepeated(db: Db, said: Said, shown: string) {
  if (said.authorId !== null) return isLikeOne(shown, await listBefore(db, { ...said, authorId: said.authorId }), said);
  if (said.visitor === undefined) return false;
  const essence = essenceOf(shown);
  const hash = createHash('sha256').update(essence).digest('base64url');
  const times = async (who: string) => (await addTry(db, `said ${who} ${hash}`, repetitionSeconds)).hits;
  if ((await times(said.visitor)) > 1) return true;
  return essence.length > shortWords && (await times('by visitors')) > oftenByVisitors;
}

function isLikeOne(shown: string, before: string[], { isChat = false }: Said) {
  if (before.length === 0) return false;
  const essence = essenceOf(shown);
  const most = isChat && essence.length <= shortWords ? oftenInChat : 1;
  if (before.filter((text) => essenceOf(text) === essence).length >= most) return true;
  const bare = essenceOf(withoutNumbers(shown));
  if (isChat || bare.length <= shortBare) return false;
  return before.filter((text) => essenceOf(withoutNumbers(text)) === bare).length >= oftenButNumbers;
}

const withoutNumbers = (text: string) => text.replaceAll(/\p{N}+/gu, '');

function listBefore(db: Db, { authorId, isChat, sayId, commentId }: Said & { authorId: number }) {
  const since = Date.now() - repetitionSeconds * 1000;
  return isChat ? listChatted(db, authorId, since) : listSaid(db, authorId, since, { sayId, commentId });
}

/** Keys of recent texts, with which each new one is compared; bounded in number and characters. */
const essences = new LRUCache<string, string>({
  max: 4000,
  maxSize: 1_000_000,
  sizeCalculation: (essence, text) => essence.length + text.length + 1,
});

/** Key shared by texts that read alike: their folded glyphs without punctuation, repetitions cut to two. Without letters, as in a row of emoji, the symbols themselves. */
function essenceOf(text: string) {
  const known = essences.get(text);
  if (known !== undefined) return known;
  const signs = glyphsOf(text).map(({ sign, times }) => sign.repeat(Math.min(times, 2)));
  const essence = signs.join('') || text.replaceAll(/\s/g, '');
  essences.set(text, essence);
  return essence;
}

export type Role = Schema['users']['role'];

/**
 * Text to judge. `visitor`: identifies a writer without an account, to detect repetitions; never shown. `sayId`,
 * `commentId`: the text being edited, which does not count as a repetition. `isChat`: said in the group, where short texts
 * are common. `isComment`: reviewed by the mode of comments. `mode`: reviewed so instead of as the site's settings say.
 */
export type Said = {
  text: string;
  authorId: number | null;
  role?: Role;
  visitor?: string;
  sayId?: number | undefined;
  commentId?: number | undefined;
  isChat?: boolean;
  isComment?: boolean;
  mode?: Rules['mode'];
};

const pieces = /[\w.:/?#&=%@+~-]+/g;
const schemes = /https?:\/\//gi;
const bare =
  /^(?:www\.[\w-]|[\w.-]*\w\.(?:com|cn|net|org|top|xyz|cc|vip|shop|site|club|info|online|io|me)(?:[/:?#]|\.?$))/i;

/** Counts web addresses in a text, with or without a scheme. */
export function countLinks(text: string) {
  return (text.normalize('NFKC').match(pieces) ?? [])
    .map((piece) => piece.match(schemes)?.length ?? (!piece.includes('@') && bare.test(piece) ? 1 : 0))
    .reduce((sum, count) => sum + count, 0);
}
