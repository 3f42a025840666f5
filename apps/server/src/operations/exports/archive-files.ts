import { withPictures } from '../../core/uploads/public-files.ts';
import { chinaTime, isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { ArchiveFile } from './archive-file.ts';
import { articleFiles } from './article-file.ts';
import { chatFiles, listTalks } from './chat-files.ts';
import * as contents from './contents.queries.ts';
import * as doings from './doings.queries.ts';
import { json, jsonList } from './json-file.ts';
import { readmeText } from './readme-text.ts';
import * as writings from './writings.queries.ts';

type Parts = { db: Db; siteUrl: string };
type Said = Awaited<ReturnType<typeof writings.listSays>>[number];

/** A site's other work goes on between two reads of so many rows. */
const rowsAtOnce = 20;

/** All of a member's data, file by file. `onShare` hears which share of it has been read, from 0 to 1. */
export async function* archiveFiles(
  { db, siteUrl }: Parts,
  userId: number,
  onShare: (share: number) => Promise<void>,
): AsyncGenerator<ArchiveFile> {
  yield* aboutMember({ db, siteUrl }, userId);

  const ids = await writings.listWritings(db, userId);
  const talks = await listTalks(db, userId);
  const said = talks.reduce((sum, { count }) => sum + count, 0);
  const total = ids.articles.length + 2 * ids.says.length + ids.comments.length + ids.board.length + 2 * said;
  let read = 0;
  const note = (count: number) => {
    read += count;
    return onShare(read / total);
  };
  async function* rows<Row>(of: number[], list: (db: Db, ids: number[]) => Promise<Row[]>) {
    for (let from = 0; from < of.length; from += rowsAtOnce) {
      const some = of.slice(from, from + rowsAtOnce);
      yield* await list(db, some);
      await note(some.length);
    }
  }

  for await (const article of rows(ids.articles, writings.listArticles)) yield* articleFiles(article);
  yield { name: 'says.md', content: saysMarkdown(rows(ids.says, writings.listSays), siteUrl) };
  yield { name: 'says.json', content: jsonList(rows(ids.says, writings.listSays), presentSay) };
  yield { name: 'comments.json', content: jsonList(rows(ids.comments, writings.listComments), readable) };
  yield { name: 'board.json', content: jsonList(rows(ids.board, writings.listBoardMessages), readable) };
  yield* chatFiles({ db, siteUrl }, userId, talks, note);
}

async function* aboutMember({ db, siteUrl }: Parts, userId: number): AsyncGenerator<ArchiveFile> {
  const { mailOnReply, ...profile } = await contents.findProfile(db, userId);
  const uploads = await contents.listUploads(db, userId);
  yield { name: 'README.txt', content: [readmeText(profile.nickname, siteUrl, Date.now())] };
  yield json('profile.json', { ...readable(profile), mailOnReply: mailOnReply === 1 });
  yield json('sessions.json', (await contents.listSessions(db, userId)).map(readable));
  yield json('social-links.json', (await contents.listSocialLinks(db, userId)).map(readable));
  yield json('passkeys.json', (await contents.listPasskeys(db, userId)).map(readable));
  yield json('series.json', (await contents.listSeries(db, userId)).map(readable));
  yield json('sign-ins.json', await contents.listSignInDays(db, userId));
  yield json('follows.json', {
    follows: (await contents.listFollows(db, userId, 'followerId')).map(readable),
    fans: (await contents.listFollows(db, userId, 'followedId')).map(readable),
  });
  yield json('blocks.json', (await doings.listBlocks(db, userId)).map(readable));
  yield json('collects.json', (await doings.listCollects(db, userId)).map(readable));
  yield json('likes.json', (await doings.listLikes(db, userId)).map(readable));
  yield json('notices.json', (await doings.listNotices(db, userId)).map(readable));
  yield json(
    'uploads.json',
    await withPictures(
      db,
      uploads.map(({ key, ...upload }) => ({ url: `${siteUrl}/files/${key}`, ...readable(upload) })),
      { authorId: userId },
    ),
  );
}

async function* saysMarkdown(says: AsyncIterable<Said>, siteUrl: string) {
  yield '# 说说\n';
  for await (const { text, pictures, place, isPublic, createdAt } of says) {
    const notes = [place, isPublic === 1 ? '' : '仅自己可见'].filter(Boolean);
    const shown = picturesOf(pictures).map(({ url }) => `![](${new URL(url, siteUrl).href})`);
    yield `\n## ${[chinaTime(createdAt), ...notes].join(' · ')}\n\n${[text, ...shown].join('\n\n')}\n`;
  }
}

function presentSay({ pictures, isPublic, ...say }: Said) {
  return { ...readable(say), isPublic: isPublic === 1, pictures: picturesOf(pictures) };
}

function picturesOf(pictures: string) {
  return JSON.parse(pictures) as { url: string }[];
}

/** Times, which rows keep in columns named …At, as people and programs read them. */
function readable<Row extends object>(row: Row) {
  const entries = Object.entries(row).map(([name, value]) =>
    name.endsWith('At') && typeof value === 'number' ? [name, isoTime(value)] : [name, value],
  );
  return Object.fromEntries(entries) as Record<string, unknown>;
}
