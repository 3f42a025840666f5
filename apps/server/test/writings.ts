import type { Viewer } from '../src/platform/http/viewer.ts';
import { chatIn, textOf } from './chat.ts';
import type { testSite } from './site.ts';

type Site = Awaited<ReturnType<typeof testSite>>;
type Act = 'release' | 'hold' | 'remove';
type Acted = { done: number; failed: { id: number; why: string }[] };
type OfficeRow = {
  id: number;
  text: string;
  state: string;
  reasons: string[];
  reports: number;
  author: { nickname: string };
};
type Listed = { total: number; records: OfficeRow[] };

/** Kind of text that members publish and staff moderate, by the calls of its readers and of the admin. */
export type Writing = {
  table: 'comments' | 'says' | 'boardMessages' | 'chatMessages';
  /** Noun of refusals, as 这条评论. */
  noun: string;
  /** Refusals to remove one that is gone, and to report one’s own. */
  refusals: { gone: string; own: string };
  /** Kind of its acts in the audit log, of its subject there, and of what waits in the admin. */
  kind: { acts: string; subject: string; waiting: 'comments' | 'says' | 'board' | 'chat' };
  /** Column of the reports that names it. */
  reported: 'commentId' | 'sayId' | 'messageId' | 'chatMessageId';
  /** Address that notices about one lead to. */
  write: (author: Viewer, text: string) => Promise<{ id: number; held: boolean }>;
  /** Plain texts that somebody sees in its list; null is a visitor. */
  seen: (viewer: Viewer | null) => Promise<string[]>;
  report: (viewer: Viewer | null, id: number, reason: string) => Promise<unknown>;
  list: (query?: object, viewer?: Viewer) => Promise<Listed>;
  act: (ids: number[], act: Act, viewer?: Viewer) => Promise<Acted>;
  /** Has the owner review all that is written. */
  reviewAll: () => Promise<unknown>;
};

/** Writing that readers see on pages, with the topic of its events and the type of the one that announces it. */
export type PublishedWriting = Writing & { events: { topic: string; type: string } };

/** Writing that its author may change. */
export type EditedWriting = PublishedWriting & {
  edit: (author: Viewer, id: number, text: string) => Promise<{ held: boolean }>;
};

const plain = (html: string) => html.replaceAll(/<[^>]+>/g, '').trim();

/** Comments on an article of the owner. */
export async function commentsOf(site: Site): Promise<EditedWriting> {
  const articleId = await site.writes({ authorId: site.owner.id });
  return {
    table: 'comments',
    noun: '这条评论',
    refusals: { gone: '评论不存在或已被删除', own: '自己的评论可以直接删除' },
    kind: { acts: 'comments', subject: 'comment', waiting: 'comments' },
    reported: 'commentId',
    events: { topic: `article:${articleId}`, type: 'comment' },
    edit: (author, id, text) => site.as(author).comments.edit({ body: { id, text } }),
    write: (author, text) => site.as(author).comments.post({ body: { articleId, text } }),
    seen: async (viewer) =>
      (await site.as(viewer).comments.list({ query: { articleId } })).records.map(({ html }) => plain(html)),
    report: (viewer, id, reason) => site.as(viewer).comments.report({ body: { id, reason } }),
    list: (query = {}, viewer = site.owner) => site.office(viewer).comments.list({ query }),
    act: (ids, act, viewer = site.owner) => site.office(viewer).comments.act({ body: { ids, act } }),
    reviewAll: () => site.turn({ comments: 'review' }),
  };
}

/** Says, which members may write here. */
export async function saysOf(site: Site): Promise<EditedWriting> {
  await site.change('says', { members: true });
  return {
    table: 'says',
    noun: '这条说说',
    refusals: { gone: '说说不存在或已被删除', own: '自己的说说可以直接删除' },
    kind: { acts: 'says', subject: 'say', waiting: 'says' },
    reported: 'sayId',
    events: { topic: 'says', type: 'say' },
    edit: (author, id, text) => site.as(author).says.update({ body: { id, text } }),
    write: (author, text) => site.as(author).says.insert({ body: { text } }),
    seen: async (viewer) => (await site.as(viewer).says.list({ query: {} })).records.map(({ text }) => text),
    report: (viewer, id, reason) => site.as(viewer).says.report({ body: { id, reason } }),
    list: (query = {}, viewer = site.owner) => site.office(viewer).says.list({ query }),
    act: (ids, act, viewer = site.owner) => site.office(viewer).says.act({ body: { ids, act } }),
    reviewAll: () => site.change('moderation', { mode: 'all' }),
  };
}

/** Messages on the board, without the pause between two. */
export async function boardOf(site: Site): Promise<PublishedWriting> {
  return {
    table: 'boardMessages',
    noun: '这条留言',
    refusals: { gone: '留言不存在或已被删除', own: '这是你自己的留言' },
    kind: { acts: 'board', subject: 'board', waiting: 'board' },
    reported: 'messageId',
    events: { topic: 'board', type: 'message' },
    write: async (author, text) => {
      await site.db.deleteFrom('limits').where('name', 'like', 'board %').execute();
      const message = await site.as(author).board.post({ body: { text } });
      return { id: message?.id ?? 0, held: message?.held ?? false };
    },
    seen: async (viewer) => {
      const { records } = await site.as(viewer).board.list({ query: {} });
      const held = viewer ? await site.as(viewer).board.held() : [];
      return [...held, ...records].map(({ text }) => text);
    },
    report: (viewer, id, reason) => site.as(viewer).board.report({ body: { id, reason } }),
    list: (query = {}, viewer = site.owner) => site.office(viewer).board.list({ query }),
    act: (ids, act, viewer = site.owner) => site.office(viewer).board.act({ body: { ids, act } }),
    reviewAll: () => site.change('moderation', { mode: 'all' }),
  };
}

/** Messages of the group chat, which visitors may read here. The admin lists those held or reported, and hides none. */
export async function chatOf(site: Site): Promise<Writing> {
  await site.change('chat', { group: 'open' });
  const { say, history } = chatIn(site);
  return {
    table: 'chatMessages',
    noun: '这条消息',
    refusals: { gone: '公共聊天室里没有这条消息', own: '不能举报自己的消息' },
    kind: { acts: 'chat', subject: 'chat', waiting: 'chat' },
    reported: 'chatMessageId',
    write: async (author, text) => {
      const { id, state } = await say(author, text);
      return { id, held: state === 'held' };
    },
    seen: async (viewer) => {
      const page = viewer ? await history(viewer) : await site.as(null).chat.group({ query: {} });
      return page.records.map(textOf).filter((text) => text !== '');
    },
    report: (viewer, id, reason) => site.as(viewer).chat.report({ body: { id, reason } }),
    list: (query = {}, viewer = site.owner) => site.office(viewer).chat.list({ query }),
    act: (ids, act, viewer = site.owner) =>
      site.office(viewer).chat.act({ body: { ids, act: act as Exclude<Act, 'hold'> } }),
    reviewAll: () => site.change('moderation', { mode: 'all' }),
  };
}
