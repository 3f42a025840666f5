import type { adminChat, ChatRow } from '@mojian/contract/admin/chat';
import type { Input } from '@mojian/contract/endpoint';
import { recordingText } from '../audit/audit.ts';
import type { Db } from '../db/schema.ts';
import { each } from '../http/batch.ts';
import { isoTime } from '../http/iso-time.ts';
import { inPages, sliceOf } from '../http/paging.ts';
import type { Viewer } from '../http/viewer.ts';
import { releaseChatMessage, removeGroupMessage } from '../review/review-chat.ts';
import type { Search } from '../search/search.ts';
import * as queries from './admin-chat.queries.ts';

type Query = Input<typeof adminChat.list>['query'];
type Body = Input<typeof adminChat.act>['body'];
type Row = Awaited<ReturnType<typeof queries.listMessages>>[number];

/** What of the group waits for a moderator: held, or reported. */
export async function listForOffice(db: Db, query: Query) {
  const [rows, total] = await Promise.all([
    queries.listMessages(db, query, sliceOf(query)),
    queries.countMessages(db, query),
  ]);
  return inPages(rows.map(present), total, query);
}

/** Releases or removes each of them, and writes down who did. Only the group's are found. */
export function actOnChat(parts: { db: Db; search: Search }, viewer: Viewer, { ids, act }: Body) {
  return each(ids, async (id) => {
    const record = await recordingText(parts.db, viewer, { act: `chat.${act}`, subject: `chat:${id}` });
    return act === 'release' ? releaseChatMessage(parts, id, record) : removeGroupMessage(parts, id, record);
  });
}

function present({ senderId, nickname, avatar, picture, state, reasons, reports, createdAt, ...row }: Row): ChatRow {
  return {
    ...row,
    author: { id: senderId, nickname, avatar },
    picture: picture === '' ? '' : (JSON.parse(picture) as { url: string }).url,
    path: `/im?message=${row.id}`,
    state: state === 'held' ? 'held' : 'shown',
    reasons: JSON.parse(reasons),
    reports: Number(reports ?? 0),
    createdAt: isoTime(createdAt),
  };
}
