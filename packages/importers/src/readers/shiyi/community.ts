import type { Item } from '../../form.ts';
import { commentItems, commentMarkdown } from '../comment-items.ts';
import { authorOf, countOf, isSet, oneLineOf, textOf, timeOf } from '../fields.ts';
import type { StagedTables, TextRow } from '../staged-tables.ts';
import { userOf } from './users.ts';

/** Comments of articles and says, says, and the entries of the message board. */
export async function* readCommunity(staged: StagedTables): AsyncGenerator<Item> {
  staged.index('comment', 'parent_id');
  staged.index('say_comment', 'say_id');
  for (const row of staged.each(byNumber('comment'))) yield* readComment(staged, row);
  for (const row of staged.each(byNumber('say'))) yield* readSay(staged, row);
  for (const row of staged.each(byNumber('say_comment'))) yield* readSayComment(staged, row);
  for (const row of staged.each(byNumber('message'))) yield await messageOf(row);
}

/** Comments of a deleted account. */
const anonymous = { name: '', email: '', website: '' };

function byNumber(table: string) {
  return `SELECT * FROM "${table}" ORDER BY rowid`;
}

async function* readComment(staged: StagedTables, row: TextRow): AsyncGenerator<Item> {
  const author = userOf(staged, row.user_id) ?? anonymous;
  const root = row.parent_id && row.parent_id !== '0' ? row.parent_id : '';
  yield* commentItems({
    key: row.id ?? '',
    on: { article: row.article_id ?? '' },
    parent: root && (findAnswered(staged, row, root) ?? root),
    ...author,
    text: row.content,
    isPlain: true,
    time: row.create_time,
    state: 'shown',
    likes: countOf(row.like_count),
    pinned: isSet(row.is_stick),
    agent: '',
    device: [oneLineOf(row.browser), oneLineOf(row.system) || oneLineOf(row.system_os)].filter(Boolean).join(' · '),
  });
}

/** A thread names its first comment and who was answered: that is the last one they wrote before in it. */
function findAnswered(staged: StagedTables, row: TextRow, root: string) {
  if (!row.reply_user_id) return undefined;
  const sql = `SELECT id FROM comment WHERE (id = ? OR parent_id = ?) AND user_id = ? AND CAST(id AS INTEGER) < CAST(? AS INTEGER)
    ORDER BY CAST(id AS INTEGER) DESC LIMIT 1`;
  return staged.all(sql, root, root, row.reply_user_id, row.id ?? '')[0]?.id;
}

async function* readSay(staged: StagedTables, row: TextRow): AsyncGenerator<Item> {
  const { markdown, warnings } = await commentMarkdown(textOf(row.content));
  const place = markdown.slice(0, 40);
  if (isSet(row.deleted) || (row.deleted !== null && row.status === '2')) {
    yield { kind: 'loss', thing: '说说', place, reason: '在原来的站里已经删除' };
    return;
  }
  for (const reason of warnings) yield { kind: 'loss', thing: '说说', place, reason };
  yield {
    kind: 'say',
    key: row.id ?? '',
    author: userOf(staged, row.user_id),
    text: markdown,
    pictures: picturesOf(row.img_url || row.images),
    createdAt: timeOf(row.create_time),
    isPublic: row.is_public !== '0',
    likes: countOf(row.like_count),
  };
}

/** Pictures are separated by commas, or a JSON list. */
function picturesOf(written: string | null | undefined): string[] {
  const addresses = oneLineOf(written).replace(/^\[|\]$|"/g, '');
  return addresses
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');
}

async function* readSayComment(staged: StagedTables, row: TextRow): AsyncGenerator<Item> {
  const author = userOf(staged, row.user_id) ?? anonymous;
  const sql = `SELECT id FROM say_comment WHERE say_id = ? AND user_id = ? AND CAST(id AS INTEGER) < CAST(? AS INTEGER)
    ORDER BY CAST(id AS INTEGER) DESC LIMIT 1`;
  const [parent] = row.reply_user_id ? staged.all(sql, row.say_id ?? '', row.reply_user_id, row.id ?? '') : [];
  yield* commentItems({
    key: `say-${row.id}`,
    on: { say: row.say_id ?? '' },
    parent: parent ? `say-${parent.id}` : '',
    ...author,
    text: row.content,
    isPlain: true,
    time: row.create_time,
    state: 'shown',
    likes: 0,
    pinned: false,
    agent: '',
  });
}

/** 0 waits for review; newer tables have no state. */
async function messageOf(row: TextRow): Promise<Item> {
  const { markdown } = await commentMarkdown(textOf(row.content));
  return {
    kind: 'message',
    key: row.id ?? '',
    author: authorOf(row.nickname, '', ''),
    text: markdown,
    createdAt: timeOf(row.create_time),
    state: row.status === '0' ? 'held' : 'shown',
  };
}
