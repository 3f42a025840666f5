import { says } from '@mojian/contract/community/says';
import { drafts } from '@mojian/contract/content/drafts';
import type { Endpoint } from '@mojian/contract/platform/endpoint';
import { isFailure } from '@mojian/contract/platform/failures';
import { shortLine } from '@mojian/contract/platform/format';
import { hourLength } from '@mojian/contract/platform/time';
import { removeOrHide } from '../../community/says/moderate-says.ts';
import { postSay } from '../../community/says/write-say.ts';
import { refuseMuted } from '../../core/identity/mutes.ts';
import { isWayAllowed } from '../../core/sessions/allowed-ways.ts';
import { findBarText } from '../../core/sessions/sessions.ts';
import { refuseInMaintenance, refuseWhenOff } from '../../core/settings/features.ts';
import { takeFromWeb } from '../../core/uploads/uploads.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { secretHash } from '../../platform/tickets/tickets.ts';
import { appendToDraft, cutFromDraft } from './draft-of-day.ts';
import * as queries from './wechat-writings.queries.ts';

export type WritingDeps = {
  db: Db;
  storage: Storage;
  siteUrl: string;
  /** Lets tests fetch pictures from local addresses. */
  mayReach?: (address: string) => boolean;
};

export const writeByWechatEffect = 'wechat-writing';

const undoFor = hourLength;
const undoHint = '想撤回，一小时内回复「撤回」。';
const usage = {
  say: '「说」后面接着写，如：说 今天下雨了。',
  draft: '「草稿」后面接着写，如：草稿 想到一个开头。',
};
/** Says need words: what a picture that came alone is called. */
const pictureText = '随手一张';

/**
 * Carries out what a member sent to the official account, once, and returns the answer to it. Runs with the message, and
 * again from the outbox where that was too slow or the process ended.
 * @throws what is no refusal, to be tried again
 */
export async function writeByWechat(deps: WritingDeps, messageId: string): Promise<string> {
  const { db } = deps;
  const writing = await queries.findWriting(db, messageId);
  if (!writing) return '';
  if (writing.answer === '') await queries.storeAnswer(db, writing.id, await answerTo(deps, writing));
  return (await queries.findWriting(db, messageId))?.answer ?? '';
}

async function answerTo(deps: WritingDeps, writing: queries.Writing) {
  const viewer = await findViewerOf(deps.db, writing.userId);
  if (typeof viewer === 'string') return viewer;
  const { kind, text } = writing;
  if (text === '' && kind in usage) return usage[kind as keyof typeof usage];
  try {
    return await acts[kind](deps, viewer, writing);
  } catch (error) {
    if (!isFailure(error) || (error.status >= 500 && error.id !== 'maintenance')) throw error;
    return `没有${kind === 'undo' ? '撤回' : '存下来'}：${error.message}`;
  }
}

const acts = { say, picture: say, draft: addToDraft, undo: takeBack };

/** The member as a program acts for them; or why they may not now. */
async function findViewerOf(db: Db, userId: number): Promise<Viewer | string> {
  const member = await queries.findWriter(db, userId);
  if (!member || member.closesAt !== null || member.role === 'demo') return '这个账号现在不能写。';
  const bar = await findBarText(db, userId);
  if (bar !== undefined) return bar;
  if (!(await isWayAllowed(db, { role: member.role, way: 'wechat-account' })))
    return '这个账号只能用通行密钥登录，不能从微信里写。';
  const key = { id: 0, name: '微信公众号', scopes: ['draft' as const, 'upload' as const, 'publish' as const] };
  return { id: member.id, role: member.role, sessionId: 0, signedInAt: 0, key };
}

/** Refuses what the call of the same act would. @throws Failure feature-off, maintenance or not-allowed */
async function requireOpen(db: Db, viewer: Viewer, endpoint: Endpoint) {
  await refuseWhenOff(db, endpoint);
  await refuseInMaintenance(db, endpoint, viewer);
  await refuseMuted(db, viewer);
}

async function say(deps: WritingDeps, viewer: Viewer, { id, messageId, kind, text, pictureUrl }: queries.Writing) {
  await requireOpen(deps.db, viewer, says.insert);
  const pictures = kind === 'picture' ? [(await takeFromWeb(deps, viewer, pictureUrl)).url] : [];
  const body = { text: text || pictureText, pictures, place: '', weather: '', isPublic: true, hasAiContent: false };
  const key = `wechat-${secretHash(messageId).slice(0, 40)}`;
  const posted = await postSay(deps, viewer, { ...body, key });
  await queries.noteTarget(deps.db, id, { targetId: posted.id });
  const link = `${deps.siteUrl}/say?id=${posted.id}`;
  if (!posted.held) return `发好了：${link}\n${undoHint}`;
  const reasons = (await queries.readReasons(deps.db, posted.id)).join('、');
  return `收到了，要等审核${reasons && `（${reasons}）`}，通过后大家就能看到：${link}\n${undoHint}`;
}

async function addToDraft({ db, siteUrl }: WritingDeps, viewer: Viewer, writing: queries.Writing) {
  await requireOpen(db, viewer, drafts.save);
  const id = await appendToDraft(db, viewer, writing);
  return `写进今天的草稿了：${siteUrl}/newposts?id=${id}\n${undoHint}`;
}

async function takeBack(deps: WritingDeps, viewer: Viewer, { id, userId, createdAt }: queries.Writing) {
  const { db } = deps;
  const last = await queries.findLast(db, { userId, before: id, since: createdAt - undoFor });
  if (!last || last.targetId === null) return '最近一小时里没有可以撤回的。';
  if (last.kind === 'draft') {
    if (!(await cutFromDraft(db, viewer, { ...last, targetId: last.targetId })))
      return `草稿后来又改过，请打开自己删：${deps.siteUrl}/newposts?id=${last.targetId}`;
  } else {
    await refuseInMaintenance(db, says.remove, viewer);
    await removeOrHide(db, viewer, last.targetId).catch((error) => {
      if (!isFailure(error) || error.id !== 'not-found') throw error; // removed already
    });
  }
  await queries.noteTarget(db, last.id, { targetId: null });
  return `撤回了：「${shortLine(last.text || pictureText, 20)}」`;
}
