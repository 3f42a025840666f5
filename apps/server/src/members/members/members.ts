import type { Me } from '@mojian/contract/core/sessions';
import type { Member, MemberCounts } from '@mojian/contract/members/members';
import { Failure } from '@mojian/contract/platform/failures';
import { cleanText } from '@mojian/markdown/text';
import { requireAuthor } from '../../core/identity/accounts.ts';
import { posesAs } from '../../core/identity/nickname-rules.ts';
import { updateUser } from '../../core/identity/user-rows.ts';
import { requireAllowedWords } from '../../core/moderation/judge.ts';
import { readMe } from '../../core/sessions/sessions.ts';
import { hasFeature } from '../../core/settings/features.ts';
import { readSettings, type Settings } from '../../core/settings/settings.ts';
import { ownsFile } from '../../core/uploads/uploads.ts';
import { isoTime } from '../../platform/dates.ts';
import { isDuplicate } from '../../platform/db/dialect.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { isStaff, type Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { checkNickname, ownersNames } from '../accounts/nickname.ts';
import * as queries from './members.queries.ts';

export async function showMember(db: Db, viewer: Viewer | null, id: number): Promise<Member> {
  await requireAuthor(db, id, 'userId');
  const { createdAt, followedId, isGuest, ...profile } = await queries.findProfile(db, id, viewer?.id ?? null);
  return { ...profile, joinedAt: isoTime(createdAt), guest: isGuest === 1, followed: followedId !== null };
}

export async function countsOf(db: Db, viewer: Viewer | null, id: number): Promise<MemberCounts> {
  await requireAuthor(db, id, 'id');
  const { articleLikes, sayLikes, showsCollects, ...counts } = await queries.countActivity(db, id);
  const [says, comments] = [await hasFeature(db, 'says'), await hasFeature(db, 'comments')];
  return {
    ...counts,
    says: says ? counts.says : 0,
    comments: comments ? counts.comments : 0,
    collects: showsCollects === 1 || viewer?.id === id ? counts.collects : 0,
    likes: articleLikes + (says ? sayLikes : 0),
  };
}

type Profile = Awaited<ReturnType<typeof queries.findPresent>>;
type ProfileInput = { [Field in keyof Profile]?: Profile[Field] | undefined };

/** Fields of a member's own words. */
const written = ['nickname', 'intro', 'website', 'place'] as const;
/** Fields that other members' pages and articles show. */
const shownElsewhere = ['nickname', 'avatar', 'intro'] as const;

/**
 * Changes profile fields, all or none, and drops the pages that show them.
 * @throws Failure taken or invalid-input, naming the field.
 */
export async function changeProfile(db: Db, viewer: Viewer, input: ProfileInput): Promise<Me> {
  const settings = await readSettings(db);
  try {
    return await db.transaction().execute((trx) => change(trx, viewer, input, settings));
  } catch (error) {
    throw isDuplicate(error) ? taken() : error;
  }
}

async function change(trx: Trx, viewer: Viewer, input: ProfileInput, { moderation }: Settings) {
  const present = await queries.findPresent(trx, viewer.id);
  const wanted = differing(present, input);
  if (Object.keys(wanted).length > 0) {
    const key = wanted.nickname === undefined ? {} : await freeKey(trx, viewer, wanted.nickname);
    if (!isStaff(viewer)) for (const field of written) requireAllowedWords(moderation, field, wanted[field] ?? '');
    for (const field of ['avatar', 'cover'] as const) await requireOwnFile(trx, viewer, field, wanted[field]);
    await updateUser(trx, viewer.id, { ...wanted, ...key });
    await enqueue(trx, 'drop-pages', { tags: pagesShowing(viewer, wanted) });
  }
  return readMe(trx, viewer.id);
}

function differing(present: Profile, input: ProfileInput): Partial<Profile> {
  const fields = Object.keys(present) as (keyof Profile)[];
  const wanted = fields.flatMap((field): [keyof Profile, string][] =>
    input[field] === undefined ? [] : [[field, cleaned(field, input[field])]],
  );
  return Object.fromEntries(wanted.filter(([field, text]) => text !== present[field]));
}

/** Cleans all but the nickname, which is stored as it is or refused: see `checkNickname`. */
function cleaned(field: keyof Profile, text: string) {
  return field === 'nickname' ? text : cleanText(text);
}

/** Reserves the names of the site and its owners, which may be only a setting or older than nickname keys. */
async function freeKey(trx: Trx, viewer: Viewer, nickname: string) {
  const key = checkNickname(nickname, viewer.role);
  const names = await ownersNames(trx, viewer.id);
  const [site, author, ...owners] = names;
  if (posesAs(nickname, viewer.role === 'owner' ? owners : [site ?? '', author ?? '', ...owners])) throw taken();
  return { nicknameKey: key };
}

async function requireOwnFile(trx: Trx, viewer: Viewer, field: string, url: string | undefined) {
  if (!url) return;
  if (!(await ownsFile(trx, viewer.id, url))) throw new Failure('invalid-input', '图片须先上传', field);
}

function pagesShowing({ id }: Viewer, wanted: Partial<Profile>) {
  const isElsewhere = shownElsewhere.some((field) => wanted[field] !== undefined);
  return isElsewhere ? [`user:${id}`, 'people'] : [`user:${id}`];
}

const taken = () => new Failure('taken', '这个昵称已经有人用了', 'nickname');
