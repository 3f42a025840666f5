import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { convert } from '../../content/markdown-files/convert.ts';
import { datedName, fileName, readFields, type Said } from '../../content/markdown-files/fields.ts';
import { splitFrontMatter } from '../../content/markdown-files/front-matter.ts';
import {
  type Addressed,
  hashPicture,
  listPictures,
  pictureUrlsIn,
  readPictureAddress,
} from '../../content/markdown-files/pictures.ts';
import { plainTitle, takeTitle } from '../../content/markdown-files/read-document.ts';
import { readText } from '../../content/markdown-files/read-text.ts';
import type { Posts, SourceFile } from './posts.ts';
import { dateUndated } from './readers/markdown/dates.ts';

/** Raised when the conversion changes, so that unchanged files are imported again. */
const version = 3;

export type ReadArticle = NonNullable<Awaited<ReturnType<typeof readArticle>>['article']>;

type Context = { folder: string; posts: Posts; committedAt: (key: string) => Promise<number | undefined> };

/**
 * Converts a file and locates its pictures, without writing.
 * @returns the article, or the reason why it is none
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
      key,
      said,
      date,
      pictures,
      restore,
      title: shown,
      markdown,
      isDraft,
      modifiedAt,
      guessedDate: undated?.date,
      hash: importHash(bytes, pictures),
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
    ...(isPageName(key) ? ['像是网站的一个页面，不是文章；这里会作为文章收进来'] : []),
  ];
}

/** Recognises page names of Hexo, Hugo and VitePress, and pages beside Hexo's _posts. */
function isPageName(key: string) {
  const named = /(?:^|\/)(?:about|links?|friends?|tags|categories|archives?|guestbook|message)(?:\/index)?\.\w+$/i.test(
    key,
  );
  return !/(?:^|\/)_(?:posts|drafts)\//.test(key) && (named || /(?:^|\/)source\/[^/]+\/index\.\w+$/i.test(key));
}

/** Filters pages and READMEs. */
function whyNoArticle(key: string, hasFields: boolean, { layout }: Said) {
  if (/(?:^|\/)_index\.\w+$/.test(key)) return '栏目页，不是文章';
  if (/^(?:home|page|tags?|categor(?:y|ies)|archives?|about|links?|friends?|search|404)$/.test(layout))
    return `页面（${layout}），不是文章`;
  if (!hasFields && /(?:^|\/)(?:README|LICENSE|CHANGELOG|CONTRIBUTING|SUMMARY)\.\w+$/i.test(key))
    return '说明文件，不是文章';
  return undefined;
}

function importHash(bytes: Uint8Array, pictures: Map<string, PictureSource>) {
  const seen = [...pictures].map(([address, picture]) => [address, 'hash' in picture ? picture.hash : picture.kind]);
  return createHash('sha256')
    .update(bytes)
    .update(JSON.stringify([version, seen]))
    .digest('base64url');
}

export type PictureSource = Exclude<Addressed, { kind: 'path' }> | { kind: 'file'; path: string; hash: string };

type Place = {
  /** Real path of the imported folder. */
  folder: string;
  file: string;
};

const largest = 20 * 1024 * 1024;

/** Resolves a picture's address inside the folder; symbolic links must not leave it. */
async function findPicture(address: string, place: Place): Promise<PictureSource> {
  const meant = readPictureAddress(address);
  if (meant.kind !== 'path') return meant;

  const { folder, file } = place;
  let outside = false;
  for (const candidate of pictureUrlsIn(meant.path, relative(folder, file)).map((below) => join(folder, below))) {
    const path = await realpath(candidate).catch(() => undefined);
    if (path === undefined) continue;
    if (isWithin(place.folder, path)) return readPicture(path);
    outside = true;
  }
  return { kind: 'none', reason: outside ? '在文件夹之外，没有导入' : '找不到文件' };
}

function isWithin(folder: string, path: string) {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

async function readPicture(path: string): Promise<PictureSource> {
  const { size, isFile } = await stat(path).then((found) => ({ size: found.size, isFile: found.isFile() }));
  if (!isFile) return { kind: 'none', reason: '不是文件' };
  if (size > largest) return { kind: 'none', reason: '图片超过 20 MB' };
  return { kind: 'file', path, hash: hashPicture(await readFile(path)) };
}
