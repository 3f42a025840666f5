import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { convert } from '../../content/markdown-files/convert.ts';
import { datedName } from '../../content/markdown-files/dates.ts';
import { readFields, type Said } from '../../content/markdown-files/fields.ts';
import { splitFrontMatter } from '../../content/markdown-files/front-matter.ts';
import { fileName } from '../../content/markdown-files/old-addresses.ts';
import { listPictures } from '../../content/markdown-files/picture-references.ts';
import { readText } from '../../content/markdown-files/read-text.ts';
import { plainTitle, takeTitle } from '../../content/markdown-files/title.ts';
import type { SourceFile } from './find-files.ts';
import { findPicture, type PictureSource } from './picture-files.ts';
import type { Posts } from './posts.ts';
import { dateUndated } from './undated.ts';

/** Raised whenever the same file would give another article than before: then all files are imported anew. */
const version = 3;

export type ReadArticle = NonNullable<Awaited<ReturnType<typeof readArticle>>['article']>;

type Context = { folder: string; posts: Posts; committedAt: (key: string) => Promise<number | undefined> };

/**
 * Reads one file as an article in plain Markdown, whose pictures are found but not taken yet. Nothing is written.
 * @returns the reason why a file is no article, or the article.
 * @throws UnreadableFile, BrokenFrontMatter
 */
export async function readArticle({ key, path }: SourceFile, { folder, posts, committedAt }: Context) {
  const { bytes, text } = await readText(path);
  const { fields, body } = splitFrontMatter(text);
  const said = readFields(fields ?? {});
  const page = whyNoArticle(key, fields !== undefined, said);
  if (page) return { skipped: page };

  const converted = convert({ body, mdx: /\.mdx$/i.test(key), findPost: await posts.finder(body) });
  const { title, markdown } = takeTitle(posts.relink(converted.text, key), said.title);
  const { restore } = converted.shelter;
  const pictures = new Map<string, PictureSource>();
  for (const address of [...listPictures(markdown), ...(said.cover ? [said.cover] : [])])
    pictures.set(address, await findPicture(address, { folder, file: path }));

  const date = said.date ?? datedName(fileName(key))?.date;
  const shown = plainTitle(restore(title)) || said.slug || datedName(fileName(key))?.slug || fileName(key);
  const isDraft = said.draft || /(?:^|\/)_drafts\//.test(key);
  const modifiedAt = Math.floor((await stat(path)).mtimeMs);
  const undated =
    date === undefined && !isDraft
      ? dateUndated({ key, title: shown, modifiedAt, committedAt: await committedAt(key) })
      : undefined;
  return {
    article: {
      ...{ key, said, date, pictures, restore, title: shown, markdown, isDraft, modifiedAt },
      guessedDate: undated?.date,
      hash: hashOf(bytes, pictures),
      warnings: [...warningsOf(key, said), ...(undated ? [undated.warning] : []), ...converted.warnings],
    },
  };
}

function warningsOf(key: string, { wrongDates, category, otherCategories }: Said) {
  return [
    ...wrongDates.map((wrong) => `看不懂的日期「${wrong}」，没有采用`),
    ...(otherCategories.length > 0
      ? [`一篇文章只有一个分类：用了「${category}」，没有采用「${otherCategories.join('、')}」`]
      : []),
    ...(looksLikePage(key) ? ['像是网站的一个页面，不是文章；这里会作为文章收进来'] : []),
  ];
}

/** Pages by the names that Hexo, Hugo and VitePress give them, or Hexo's own beside its folder of articles. */
function looksLikePage(key: string) {
  const named = /(?:^|\/)(?:about|links?|friends?|tags|categories|archives?|guestbook|message)(?:\/index)?\.\w+$/i.test(
    key,
  );
  return !/(?:^|\/)_(?:posts|drafts)\//.test(key) && (named || /(?:^|\/)source\/[^/]+\/index\.\w+$/i.test(key));
}

/** Pages of a site's own, and notes to whoever opens the folder. */
function whyNoArticle(key: string, hasFields: boolean, { layout }: Said) {
  if (/(?:^|\/)_index\.\w+$/.test(key)) return '栏目页，不是文章';
  if (/^(?:home|page|tags?|categor(?:y|ies)|archives?|about|links?|friends?|search|404)$/.test(layout))
    return `页面（${layout}），不是文章`;
  if (!hasFields && /(?:^|\/)(?:README|LICENSE|CHANGELOG|CONTRIBUTING|SUMMARY)\.\w+$/i.test(key))
    return '说明文件，不是文章';
  return undefined;
}

function hashOf(bytes: Uint8Array, pictures: Map<string, PictureSource>) {
  const seen = [...pictures].map(([address, picture]) => [address, 'hash' in picture ? picture.hash : picture.kind]);
  return createHash('sha256')
    .update(bytes)
    .update(JSON.stringify([version, seen]))
    .digest('base64url');
}
