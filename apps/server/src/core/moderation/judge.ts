import type { CommentMode } from '@mojian/contract/core/features';
import type { Db } from '../../platform/db/schema.ts';
import { isStaff } from '../../platform/http/viewer.ts';
import { readSettings, type Settings } from '../settings/settings.ts';
import { countLinks } from './count-links.ts';
import { findRole, hasShown } from './judge.queries.ts';
import { mask } from './mask.ts';
import { isRepeated } from './repetition.ts';
import type { Role, Said } from './said.ts';
import { findWords } from './words.ts';

/** Why something is held that the staff hid. */
export const hidden = '管理员隐藏了它';

type Rules = Settings['moderation'];

/** Comments have a mode of their own, among the features. */
const commentRules: Record<CommentMode, Rules['mode']> = { open: 'none', first: 'first', review: 'all', closed: 'all' };

/** `text`: what may be shown, with masked words. `reasons`: why it is held, in Chinese, for its author and the staff. */
export type Judgement = { state: 'shown' | 'held'; text: string; reasons: string[] };

/**
 * Decides by the owner's rules whether a text is shown or waits for them. Asks the database, so it belongs before a
 * transaction. The staff's own words always pass as they are. Never throws for any text.
 */
export async function judge(db: Db, said: Said): Promise<Judgement> {
  const { text, authorId } = said;
  const role = said.role ?? (authorId === null ? undefined : await findRole(db, authorId));
  if (role && isStaff({ role })) return { state: 'shown', text, reasons: [] };

  const { moderation: rules, features } = await readSettings(db);
  const mode = said.isComment ? commentRules[features.comments] : rules.mode;
  const words = findWords(rules, text);
  const shown = mask(text, words.masked);
  const reasons = [
    ...(await reasonsOfMode(db, mode, said)),
    ...words.held.map((word) => `含有需要审核的词「${word}」`),
    ...(countLinks(text) > rules.links ? [`链接超过 ${rules.links} 个`] : []),
    ...((await isRepeated(db, said, shown)) ? ['十分钟内说过同样的话'] : []),
  ];
  return { state: reasons.length > 0 ? 'held' : 'shown', text: shown, reasons };
}

/**
 * For what is said between two people, where the staff reads nothing and so can hold nothing: the text with masked words,
 * and the words in it that are not to be said. The staff's own words pass as they are.
 */
export async function judgeWords(db: Db, { text, role }: { text: string; role: Role }) {
  if (isStaff({ role })) return { text, held: [] };
  const { masked, held } = findWords((await readSettings(db)).moderation, text);
  return { text: mask(text, masked), held };
}

async function reasonsOfMode(db: Db, mode: Rules['mode'], { authorId, commentId }: Said) {
  if (mode === 'all') return ['所有内容都先审核'];
  if (mode === 'none' || (authorId !== null && (await hasShown(db, authorId, commentId)))) return [];
  return [authorId === null ? '访客的话先审核' : '第一次发言先审核'];
}
