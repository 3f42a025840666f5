import type { Item, Loss, Reader, Source } from '../../form.ts';
import { commentItems, fieldNames, hasAll } from '../comment-items.ts';
import { countOf, fieldAt, idOf, isObject, isSet, oneLineOf, textOf } from '../fields.ts';
import { readElements } from '../json-elements.ts';
import type { TableRow } from '../sql-dump.ts';
import { type StagedTables, type TextRow, withStagedTables } from '../staged-tables.ts';

/**
 * Comments of Giscus, Gitalk and utterances, which live in a repository on GitHub. One file with the replies of its API,
 * in any order, also several of them behind each other:
 *
 * - Gitalk, utterances: `gh api --paginate 'repos/OWNER/REPO/issues?state=all' > comments.json` and
 *   `gh api --paginate repos/OWNER/REPO/issues/comments >> comments.json`;
 * - Giscus: `gh api graphql --paginate -F owner=OWNER -F name=REPO -f query='…' > comments.json` with the query
 *   `query($owner:String!,$name:String!,$endCursor:String){repository(owner:$owner,name:$name){discussions(first:50,
 *   after:$endCursor){pageInfo{hasNextPage endCursor}nodes{number title url body comments(first:100){totalCount nodes{id
 *   body createdAt upvoteCount isMinimized author{login url}replies(first:100){totalCount nodes{id body createdAt
 *   isMinimized author{login url}}}}}}}}}`.
 *
 * The issue or discussion itself is written by the service and only says which page it belongs to.
 */
export const github: Reader = {
  id: 'github',
  name: 'Giscus、Gitalk、utterances（GitHub）',
  recognizes: (source) => {
    const names = fieldNames(source);
    const isIssue = hasAll(names, 'comments_url', 'number', 'title');
    return isIssue || hasAll(names, 'issue_url', 'body', 'user') || hasAll(names, 'repository', 'nodes', 'comments');
  },
  read: (source) => withStagedTables(tables, (staged) => readAll(source, staged)),
};

const tables = {
  threads: { columns: 'number title body labels pull'.split(' '), hasUniqueKey: true },
  comments: {
    columns: 'id thread parent login body created likes minimized association'.split(' '),
    hasUniqueKey: true,
  },
};

const lists = [
  'issues',
  'comments',
  'discussions',
  'data.repository.issues.nodes',
  'data.repository.discussions.nodes',
];

async function* readAll(source: Source, staged: StagedTables): AsyncGenerator<Item> {
  yield* staged.insertAll(rowsOfReplies(source), (table) => table);
  const joined = 'FROM comments LEFT JOIN threads ON number = thread';
  const [pulls] = staged.all(`SELECT count(*) AS n ${joined} WHERE pull = '1'`);
  if (countOf(pulls?.n) > 0)
    yield { kind: 'loss', thing: '评论', place: `${pulls?.n} 条`, reason: '写在代码的合并请求下，不是页面的评论' };
  const sql = `SELECT comments.*, title, threads.body AS page, labels ${joined} WHERE pull IS NOT '1' ORDER BY comments.rowid`;
  for (const row of staged.each(sql)) yield* commentOf(row);
}

async function* rowsOfReplies(source: Source): AsyncGenerator<TableRow | Loss> {
  for await (const element of readElements(source, lists)) {
    if (element.kind === 'loss') yield element;
    else if ('issue_url' in element.value)
      yield commentRow(element.value, threadOf(element.value.issue_url), '', element.place);
    else if ('number' in element.value && 'title' in element.value) yield* threadRows(element.value, element.place);
    else yield { kind: 'loss', thing: 'GitHub 数据', place: element.place, reason: '不是议题、讨论或评论，没有读' };
  }
}

function threadOf(address: unknown) {
  return /\/(\d+)$/.exec(oneLineOf(address))?.[1] ?? '';
}

function* threadRows(value: Record<string, unknown>, place: string): Generator<TableRow | Loss> {
  const number = idOf(value.number);
  const nodes = fieldAt(value.labels, 'nodes');
  const labels = (Array.isArray(value.labels) ? value.labels : Array.isArray(nodes) ? nodes : []).map((label) =>
    oneLineOf(fieldAt(label, 'name')),
  );
  const row = {
    number,
    title: oneLineOf(value.title),
    body: textOf(value.body),
    labels: labels.join('\n'),
    pull: 'pull_request' in value ? '1' : '0',
  };
  yield { kind: 'row', table: 'threads', row, place };
  yield* commentRows(value.comments, number, '', place);
}

/** Comments below a discussion or issue of GraphQL, with their replies. */
function* commentRows(comments: unknown, number: string, parent: string, place: string): Generator<TableRow | Loss> {
  const nodes = fieldAt(comments, 'nodes');
  if (!Array.isArray(nodes)) return;
  const missing = countOf(fieldAt(comments, 'totalCount')) - nodes.length;
  if (missing > 0)
    yield { kind: 'loss', thing: '评论', place: `讨论 ${number}`, reason: `文件里少 ${missing} 条，请用更大的页导出` };
  for (const node of nodes) {
    if (!isObject(node)) continue;
    yield commentRow(node, number, parent, place);
    yield* commentRows(node.replies, number, idOf(node.id), place);
  }
}

function commentRow(value: Record<string, unknown>, thread: string, parent: string, place: string): TableRow {
  const author = value.author ?? value.user;
  const likes = Math.max(
    countOf(value.upvoteCount),
    countOf(fieldAt(value.reactions, '+1')) + countOf(fieldAt(value.reactions, 'heart')),
  );
  const row = {
    id: idOf(value.id),
    thread,
    parent,
    login: oneLineOf(fieldAt(author, 'login')),
    body: textOf(value.body),
    created: oneLineOf(value.createdAt ?? value.created_at),
    likes: String(likes),
    minimized: oneLineOf(value.isMinimized),
    association: oneLineOf(value.authorAssociation ?? value.author_association),
  };
  return { kind: 'row', table: 'comments', row, place };
}

/** Names a closed account as GitHub does: ghost. */
function commentOf(row: TextRow): AsyncGenerator<Item> {
  const login = row.login ?? '';
  return commentItems({
    key: row.id ?? '',
    on: pageOf(row.title ?? '', row.page ?? '', (row.labels ?? '').split('\n')),
    parent: row.parent ?? '',
    name: login || 'ghost',
    email: '',
    website: /^[\w-]+$/.test(login) ? `https://github.com/${login}` : '',
    text: row.body,
    time: row.created,
    state: isSet(row.minimized) ? 'held' : 'shown',
    likes: countOf(row.likes),
    pinned: false,
    agent: '',
    byOwner: row.association === 'OWNER',
  });
}

/**
 * Finds the page of a thread: by an address in its first text that holds the title, by a title or label that is a path
 * (written without its first slash), by any address, else by the title.
 */
function pageOf(title: string, body: string, labels: string[]) {
  const found = body.match(/https?:\/\/[^\s<>()[\]"']+/g) ?? [];
  const isPath = (text: string) => /^\/|\//.test(text) && !/\s/.test(text) && !/^https?:/i.test(text);
  const holding = found.find((address) => isPath(title) && decoded(address).includes(title));
  if (holding) return { address: holding, title: '' };
  const path = [title, ...labels].find(isPath);
  if (path) return { address: path.startsWith('/') ? path : `/${path}`, title: '' };
  const isGitalk = labels.some((label) => label.toLowerCase() === 'gitalk');
  return { address: (isGitalk ? found[0] : found.at(-1)) ?? (/^https?:/i.test(title) ? title : ''), title };
}

function decoded(address: string) {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
