import { beforeEach, expect, test } from 'vitest';
import { chatIn } from '../../../test/chat.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { tokenOf } from '../../../test/site.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

const site = freshSite();
let conversation: ReturnType<typeof chatIn>;

beforeEach(async () => {
  conversation = chatIn(site);
});

/** Every call that names a room or a message, as somebody makes it who is not in the room. */
function callsOn(room: number, id: number): Record<string, [method: string, url: string, payload?: object]> {
  return {
    history: ['GET', `/v1/im/selectUserImHistory?roomId=${room}`],
    around: ['GET', `/v1/im/selectUserImHistory?roomId=${room}&around=${id}`],
    send: ['POST', '/v1/im/chat', { roomId: room, text: '我来看看', key: 'k' }],
    withdraw: ['POST', '/v1/im/withdraw', { id }],
    hide: ['DELETE', `/v1/im/chat?id=${id}`],
    read: ['GET', `/v1/im/read?roomId=${room}`],
    deleteRoom: ['DELETE', `/v1/im/deleteRoom?roomId=${room}`],
    mute: ['PUT', '/v1/im/mute', { roomId: room, muted: true }],
    typing: ['POST', '/v1/im/typing', { roomId: room }],
    accept: ['POST', '/v1/im/accept', { roomId: room }],
    report: ['POST', '/v1/im/report', { id, reason: '好奇' }],
  };
}

async function rows() {
  const tables = ['rooms', 'roomMembers', 'chatMessages', 'chatHidden', 'reports', 'notices'] as const;
  return Promise.all(
    tables.map((table) =>
      site.db
        .selectFrom(table as 'rooms')
        .selectAll()
        .execute(),
    ),
  );
}

test.each(['owner', 'admin', 'editor', 'moderator', 'member'] as const)(
  'a private room is not there for an outsider, who is %s: no call reads it, and none changes it',
  async (role) => {
    const room = await conversation.roomOf(site.lin, site.ming);
    const { id } = await conversation.say(site.lin, '只对你说', room);
    await site.db.updateTable('users').set({ role }).where('id', '=', site.owner.id).execute();
    const before = await rows();
    for (const [call, [method, url, payload]] of Object.entries(callsOn(room, id))) {
      const headers = { authorization: tokenOf(site.owner) };
      const reply = await site.app.inject({ method: method as 'GET', url, headers, ...(payload && { payload }) });
      expect(reply.statusCode, call).toBe(404);
      expect(reply.body, call).not.toContain('只对你说');
    }
    await cannotFind(site.owner, room);
    await expect(site.as(site.owner).chat.release({ body: { id } })).rejects.toMatchObject({
      id: role === 'editor' || role === 'member' ? 'not-allowed' : 'not-found',
    });
    await site.db.updateTable('chatMessages').set({ state: 'held' }).where('id', '=', id).execute();
    await cannotFind(site.owner, room);
    await site.db.updateTable('chatMessages').set({ state: 'shown' }).where('id', '=', id).execute();
    expect(await rows()).toEqual(before);
  },
);

/** Nor do the calls that name no room tell of it. */
async function cannotFind(viewer: Viewer, room: number) {
  const { chat } = site.as(viewer);
  const all = [
    await chat.rooms(),
    await chat.changes({ query: { seq: 0 } }),
    await chat.search({ query: { text: '只对你说' } }),
    await chat.group({ query: {} }),
  ];
  expect(JSON.stringify(all)).not.toContain('只对你说');
  await expect(chat.search({ query: { text: '只对你说', roomId: room } })).rejects.toMatchObject({ id: 'not-found' });
}

test('the peer of a private room cannot withdraw a message, not even as moderator', async () => {
  const room = await conversation.roomOf(site.owner, site.lin);
  const { id } = await conversation.say(site.lin, '你好', room);
  await expect(site.as(site.owner).chat.withdraw({ body: { id } })).rejects.toMatchObject({ id: 'not-allowed' });
  expect((await conversation.history(site.lin, room)).records[0]).toMatchObject({ state: 'shown' });
});

test('a moderator removes any group message for everybody; members remove none', async () => {
  const { id } = await conversation.say(site.lin, '广告 @阿明');
  await site.db.updateTable('chatMessages').set({ createdAt: 0 }).execute();
  await expect(site.as(site.ming).chat.withdraw({ body: { id } })).rejects.toMatchObject({ id: 'not-allowed' });
  for (const role of ['editor', 'moderator'] as const) {
    await site.db.updateTable('users').set({ role }).where('id', '=', site.ming.id).execute();
    const removing = site.as(site.ming).chat.withdraw({ body: { id } });
    if (role === 'editor') await expect(removing).rejects.toMatchObject({ id: 'not-allowed' });
    else expect(await removing).toMatchObject({ state: 'removed', pieces: [], picture: null, place: '' });
  }
  expect((await conversation.history(site.lin)).records).toMatchObject([{ id, state: 'removed', pieces: [] }]);
  const [stored] = await site.db.selectFrom('chatMessages').selectAll().execute();
  expect(stored).toMatchObject({ text: '', picture: '', place: '', state: 'removed' });
  expect((await site.as(site.lin).chat.search({ query: { text: '广告' } })).records).toEqual([]);
});
