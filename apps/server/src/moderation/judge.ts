import { createHash } from 'node:crypto';
import type { Db, Schema } from '../db/schema.ts';
import { isStaff } from '../http/viewer.ts';
import { addTry } from '../limits/limits.ts';
import { readSettings, type Settings } from '../site/settings.ts';
import { countLinks } from './count-links.ts';
import { findRole, hasShown, listSaid } from './judge.queries.ts';
import { lettersOf } from './letters.ts';
import { mask } from './mask.ts';
import { WordFinder } from './word-finder.ts';

type Rules = Settings['moderation'];
type Role = Schema['users']['role'];

/**
 * `visitor`: a name for whoever writes without an account, so that their repetitions are noticed; never shown. `sayId`:
 * the say that is being changed, which does not repeat itself.
 */
export type Said = { text: string; authorId: number | null; role?: Role; visitor?: string; sayId?: number | undefined };

/** `text`: what may be shown, with masked words. `reasons`: why it is held, in Chinese, for its author and the staff. */
export type Judgement = { state: 'shown' | 'held'; text: string; reasons: string[] };

const repetitionSeconds = 600;

/**
 * Decides by the owner's rules whether a text is shown or waits for them. Asks the database, so it belongs before a
 * transaction. The staff's own words always pass as they are. Never throws for any text.
 */
export async function judge(db: Db, said: Said): Promise<Judgement> {
  const { text, authorId } = said;
  const role = said.role ?? (authorId === null ? undefined : await findRole(db, authorId));
  if (role && isStaff({ role })) return { state: 'shown', text, reasons: [] };

  const rules = (await readSettings(db)).moderation;
  const words = findWords(rules, text);
  const shown = mask(text, words.masked);
  const reasons = [
    ...(await reasonsOfMode(db, rules, authorId)),
    ...words.held.map((word) => `含有需要审核的词「${word}」`),
    ...(countLinks(text) > rules.links ? [`链接超过 ${rules.links} 个`] : []),
    ...((await isRepeated(db, said, shown)) ? ['十分钟内说过同样的话'] : []),
  ];
  return { state: reasons.length > 0 ? 'held' : 'shown', text: shown, reasons };
}

async function reasonsOfMode(db: Db, { mode }: Rules, authorId: number | null) {
  if (mode === 'all') return ['所有内容都先审核'];
  if (mode === 'none' || (authorId !== null && (await hasShown(db, authorId)))) return [];
  return [authorId === null ? '访客的话先审核' : '第一次发言先审核'];
}

type Finders = { masked: WordFinder; held: WordFinder };
const finders = new WeakMap<Rules, Finders>();

/** Settings stay the same object until they change: the finders are built once for each. */
function findWords(rules: Rules, text: string) {
  const known = finders.get(rules) ?? { masked: new WordFinder(rules.mask), held: new WordFinder(rules.hold) };
  finders.set(rules, known);
  const letters = lettersOf(text);
  return {
    masked: known.masked.find(letters),
    held: [...new Set(known.held.find(letters).map(({ word }) => word))],
  };
}

/** What a member said is in the database as it is shown; what a visitor said is counted by its hash. */
async function isRepeated(db: Db, { authorId, visitor, sayId }: Said, shown: string) {
  const essence = essenceOf(shown);
  if (authorId !== null) {
    const said = await listSaid(db, authorId, Date.now() - repetitionSeconds * 1000, sayId);
    return said.some((text) => essenceOf(text) === essence);
  }
  if (visitor === undefined) return false;
  const hash = createHash('sha256').update(essence).digest('base64url');
  return (await addTry(db, `said ${visitor} ${hash}`, repetitionSeconds)).hits > 1;
}

/** Alike for texts that say the same. Without letters, as in a row of emoji, the signs themselves. */
function essenceOf(text: string) {
  return (
    lettersOf(text)
      .map(({ sign, times }) => sign.repeat(Math.min(times, 2)))
      .join('') || text.replaceAll(/\s/g, '')
  );
}
