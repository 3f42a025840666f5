import type { adminChat, ChatRow } from '@mojian/contract/chat/chat-admin';
import type { Input } from '@mojian/contract/platform/endpoint';
import { eachRecorded } from '../../core/audit/audit.ts';
import { presentWriting } from '../../core/moderation/moderated-writing.ts';
import { withProvenPictures } from '../../core/uploads/public-files.ts';
import type { Db } from '../../platform/db/schema.ts';
import { findPage } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Search } from '../../platform/search/search.ts';
import * as queries from './admin-chat.queries.ts';
import { releaseChatMessage, removeGroupMessage } from './moderate-chat.ts';

type Query = Input<typeof adminChat.list>['query'];
type Body = Input<typeof adminChat.act>['body'];
type Row = Awaited<ReturnType<typeof queries.listMessages>>[number];

/** What of the group waits for a moderator: held, or reported. */
export async function listForOffice(db: Db, query: Query) {
  const page = await findPage(query, {
    list: (slice) => queries.listMessages(db, query, slice),
    count: () => queries.countMessages(db, query),
    present,
  });
  return { ...page, records: await withProvenPictures(db, page.records, 'picture') };
}

/** Releases or removes each of them, and writes down who did. Only the group's are found. */
export function actOnChat(parts: { db: Db; search: Search }, viewer: Viewer, { ids, act }: Body) {
  const settle = act === 'release' ? releaseChatMessage : removeGroupMessage;
  return eachRecorded(parts.db, viewer, { ids, act: `chat.${act}`, kind: 'chat' }, (id, record) =>
    settle(parts, id, record),
  );
}

function present({ senderId, picture, state, ...row }: Row): ChatRow {
  return {
    ...{ ...row, ...presentWriting(senderId, row) },
    picture: picture === '' ? '' : (JSON.parse(picture) as { url: string }).url,
    path: `/im?message=${row.id}`,
    state: state === 'held' ? 'held' : 'shown',
  };
}
