import { articleContent } from '@mojian/contract/content/article-content';
import type { Draft } from '@mojian/contract/content/drafts';
import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { chinaDay } from '@mojian/contract/platform/time';
import { createDraft, saveDraft } from '../../content/drafts/drafts.ts';
import { showDraft } from '../../content/drafts/show-drafts.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import * as queries from './wechat-writings.queries.ts';

/** Drafts of one day, begun anew once the one before was published or removed. */
const mostOfDay = 20;
const attempts = 3;

/**
 * Appends a text to the member's draft of the day and returns its id. Does nothing where a former try has done it.
 * @throws Failure as `saveDraft`
 */
export async function appendToDraft(db: Db, viewer: Viewer, writing: queries.Writing): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const draft = await openDraftOfDay(db, viewer, writing.createdAt);
    if (isAppended(draft, writing) || (await append(db, viewer, { draft, writing }))) return draft.id;
  }
  throw new Failure('stale', '这篇草稿正在别处改，请稍后再发');
}

function isAppended({ id, version, content }: Draft, { text, targetId, draftVersion }: queries.Writing) {
  return id === targetId && version > (draftVersion ?? version) && content.markdown.endsWith(text);
}

/** False where somebody saved the draft meanwhile. */
async function append(db: Db, viewer: Viewer, { draft, writing }: { draft: Draft; writing: queries.Writing }) {
  const { id, version } = draft;
  const { markdown } = draft.content;
  await queries.noteTarget(db, writing.id, { targetId: id, draftVersion: version });
  const content = { ...draft.content, markdown: markdown === '' ? writing.text : `${markdown}\n\n${writing.text}` };
  try {
    await saveDraft(db, viewer, { id, version, content });
    return true;
  } catch (error) {
    await queries.noteTarget(db, writing.id, { targetId: null });
    if (!isFailure(error) || error.id !== 'stale') throw error;
    return false;
  }
}

/** Opens the member's draft of a day, as long as it was never published. */
async function openDraftOfDay(db: Db, viewer: Viewer, time: number) {
  const day = chinaDay(time);
  const [, month, date] = day.split('-').map(Number);
  const content = articleContent.parse({ title: `${month} 月 ${date} 日` });
  for (let number = 1; number <= mostOfDay; number++) {
    const key = `wechat-${day}${number === 1 ? '' : `-${number}`}`;
    const { id } = await createDraft(db, viewer, { key, content });
    const draft = await showDraft(db, viewer, id).catch((error) => {
      if (isFailure(error) && error.id === 'gone') return undefined; // in the trash
      throw error;
    });
    if (draft?.state === 'draft' && draft.submittedAt === null) return draft;
  }
  throw new Failure('not-allowed', '今天的草稿太多了，请到站上写');
}

type Appended = { targetId: number; text: string };

/** Takes a text from the end of its draft; false where something was written after it. @throws Failure as `saveDraft` */
export async function cutFromDraft(db: Db, viewer: Viewer, { targetId: id, text }: Appended) {
  const { version, content } = await showDraft(db, viewer, id);
  const { markdown } = content;
  if (!markdown.endsWith(text)) return false;
  const rest = markdown.slice(0, -text.length).trimEnd();
  await saveDraft(db, viewer, { id, version, content: { ...content, markdown: rest } });
  return true;
}
