import { withStickerWords } from '@mojian/contract/core/sticker-codes';
import { shortLine } from '@mojian/contract/platform/format';
import { escapeHtml } from '@mojian/markdown/text';
import { listSays } from '../../community/says/says.ts';
import { readSettings } from '../../core/settings/settings.ts';
import { withoutNight } from '../../core/stickers/show-stickers.ts';
import type { Db } from '../../platform/db/schema.ts';
import { type Entry, type Feed, feedHtml } from './feed.ts';
import { readFeedIds } from './feed-ids.ts';
import { feedLength } from './feed-lists.ts';

type Source = Awaited<ReturnType<typeof readSaysSource>>;

/** Reads the newest public says as a visitor sees them, enough to tell whether their feed changed. */
export async function readSaysSource(db: Db, siteUrl: string) {
  const [{ identity, author, footer }, ids, { records }] = await Promise.all([
    readSettings(db),
    readFeedIds(db, siteUrl, []),
    listSays(db, null, { pageNo: 1, pageSize: feedLength, topic: undefined, id: undefined }),
  ]);
  const says = records.map(({ id, text, html, pictures, topics, hasAiContent, author, createdAt }) => ({
    id,
    feedId: ids.say(id),
    text,
    html,
    pictures,
    topics,
    hasAiContent,
    author: author.nickname,
    writtenAt: Date.parse(createdAt),
  }));
  return { id: ids.feed, siteUrl, identity, author: author.name, startedAt: footer.startedAt, says };
}

/** A say has no title: its opening stands for one, as readers list entries by title. */
export function makeSaysFeed({ id, siteUrl, identity, author, startedAt, says }: Source): Feed {
  const entries = says.map((say): Entry => {
    const url = `${siteUrl}/say?id=${say.id}`;
    const pictures = say.pictures.map(
      (one) => `<p><img src="${escapeHtml(one.url)}" alt="" width="${one.width}" height="${one.height}"></p>`,
    );
    return {
      id: say.feedId,
      url,
      title: shortLine(withStickerWords(say.text), 30) || '图片',
      summary: shortLine(withStickerWords(say.text), 120),
      html: feedHtml(withoutNight(say.html) + pictures.join(''), {
        url,
        locked: false,
        hasAiContent: say.hasAiContent,
      }),
      author: say.author,
      categories: say.topics,
      publishedAt: say.writtenAt,
      updatedAt: say.writtenAt,
    };
  });
  return {
    id: `${id}feed/say`,
    title: `说说 · ${identity.name}`,
    description: identity.description || identity.tagline,
    url: `${siteUrl}/say`,
    author,
    updatedAt: Math.max(startedAt, ...entries.map(({ updatedAt }) => updatedAt)),
    entries,
  };
}
