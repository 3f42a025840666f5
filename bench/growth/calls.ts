import type { GrownSite } from './sites.ts';

/** Call of a person in its `round`th run on this site. `grows`: the size it is compared with. */
type Act = (site: GrownSite, round: number) => Promise<unknown>;
export type Measured = { name: string; grows: 'comments' | 'notices' | 'board' | 'says'; act: Act; before?: Act };

const someone = ({ tokens }: GrownSite, round: number) => tokens[round % tokens.length] ?? '';
/** Last page of a list. */
const lastPage = (size: number) => Math.max(1, size / 10);
const begun = Date.UTC(2024, 0, 1);

const comments = ({ articleId }: GrownSite, query: object = {}) => ({ query: { articleId, ...query } });
/** Last writing of a member, to be deleted. */
const written = new WeakMap<GrownSite, { id: number; token: string }>();

async function write(site: GrownSite, round: number) {
  const token = someone(site, round);
  const body = { articleId: site.articleId, text: `新的第 ${round} 句`, key: crypto.randomUUID() };
  const { id } = await site.as(token).comments.post({ body });
  written.set(site, { id, token });
}

async function erase(site: GrownSite) {
  const { id, token } = written.get(site) ?? { id: 0, token: '' };
  await site.as(token).comments.remove({ query: { id } });
}

const ofComments: [string, Act, Act?][] = [
  ['最新一页', (site) => site.as().comments.list(comments(site))],
  ['最热一页', (site) => site.as().comments.list(comments(site, { sort: 'hot' }))],
  ['翻到最后一页', (site) => site.as().comments.list(comments(site, { after: `${begun + 10 * 60_000}-0` }))],
  ['最热的最后一页', (site) => site.as().comments.list(comments(site, { sort: 'hot', after: '1-0-0' }))],
  ['登录的人看一页', (site, round) => site.as(someone(site, round)).comments.list(comments(site))],
  ['从通知来看最早的一条', (site) => site.as().comments.list(comments(site, { focus: site.oldestId }))],
  ['展开回复', (site) => site.as().comments.replies({ query: { id: site.answeredId } })],
  ['发一条', write],
  ['删一条', erase, write],
  [
    '回复一条',
    (site, round) =>
      site.as(someone(site, round)).comments.post({
        body: { articleId: site.articleId, text: `回第 ${round} 句`, replyTo: site.answeredId },
      }),
  ],
  ['赞一条', (site, round) => site.as(someone(site, round)).comments.like({ query: { id: site.oldestId } })],
  ['@ 谁', (site, round) => site.as(someone(site, round)).comments.mentionable(comments(site, { prefix: '读' }))],
  ['自己写过的', (site, round) => site.as(someone(site, round)).comments.mine({ query: {} })],
  ['首页', (site) => site.as().home.show()],
];

const notices = (site: GrownSite) => site.as(site.author.token).notices;
/** Makes the newest ten unread again. */
const unread: Act = async ({ db, author }) => {
  const newest = db
    .selectFrom('notices')
    .select('id')
    .where('userId', '=', author.id)
    .where('kind', '=', 1)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(10);
  const ids = (await newest.execute()).map(({ id }) => id);
  await db.updateTable('notices').set({ readAt: null }).where('id', 'in', ids).execute();
};
const newestNotice = async (site: GrownSite) => (await notices(site).list({ query: { type: 1 } })).records[0]?.id ?? 0;
const newest = new WeakMap<GrownSite, number>();

const ofNotices: [string, Act, Act?][] = [
  ['未读数', (site) => notices(site).counters()],
  ['最新一页', (site) => notices(site).list({ query: { type: 1 } })],
  ['翻到最后一页', (site) => notices(site).list({ query: { type: 1, after: `${begun + 20 * 60_000}-0` } })],
  [
    '读一条',
    (site) => notices(site).read({ body: { id: newest.get(site) ?? 0 } }),
    async (site, round) => {
      await unread(site, round);
      newest.set(site, await newestNotice(site));
    },
  ],
  ['全部已读（十条没读）', (site) => notices(site).read({ body: {} }), unread],
  [
    '又一人赞，并进一条',
    (site, round) => site.as(someone(site, round)).articles.like({ query: { articleId: site.articleId } }),
  ],
];

const ofBoard: [string, Act, Act?][] = [
  ['弹幕与第一页', (site) => site.as().board.list({ query: { pageSize: 50 } })],
  ['有新留言时再看', (site) => site.as().board.list({ query: {} })],
  ['翻到最后一页', (site) => site.as().board.list({ query: { after: `${begun + 10 * 60_000}-0` } })],
  ['从页码去最后一页', (site) => site.as().board.list({ query: { pageNo: lastPage(site.size.board) } })],
  ['访客留言', (site, round) => site.as().board.post({ body: { text: `又一次路过 ${round}` } })],
  ['会员留言', (site, round) => site.as(someone(site, round)).board.post({ body: { text: `会员路过 ${round}` } })],
];

const ofSays: [string, Act, Act?][] = [
  ['最新一页', (site) => site.as().says.list({ query: {} })],
  ['翻到最后一页', (site) => site.as().says.list({ query: { pageNo: lastPage(site.size.says) } })],
];

const all = { comments: ofComments, notices: ofNotices, board: ofBoard, says: ofSays };

export const measured: Measured[] = Object.entries(all).flatMap(([grows, acts]) =>
  acts.map(([name, act, before]) => ({ name, grows: grows as Measured['grows'], act, ...(before && { before }) })),
);

/** Run once, since they write every row. */
export const whole: [string, Act][] = [
  ['未读数（没有一条读过）', (site) => notices(site).counters()],
  ['全部已读（没有一条读过）', (site) => notices(site).read({ body: {} })],
  ['清空', (site) => notices(site).remove({ query: { type: 1 } })],
];
