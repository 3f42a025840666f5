import { chinaDay } from '@mojian/contract/platform/time';
import type { Db } from '../../platform/db/schema.ts';
import { keysIn } from '../../platform/storage/storage.ts';
import { readFreeArticle } from '../articles/articles.ts';
import { quotedText } from './quoted-text.ts';

/** An article or say from which words are taken. */
export type Target = { kind: 'article' | 'say'; id: number };

/** Text that everyone may read, and the words of a picture about it. */
export type Source = Target & {
  text: string;
  /** Title of an article, '' for a say. */
  title: string;
  author: string;
  /** Category of an article, or the place of a say. */
  label: string;
  /** Day of publication in China. */
  day: string;
  path: string;
  /** Storage key of a say's first photograph, '' where there is none. */
  photo: string;
};

/** Reads a say that everyone may read; says, which know articles, are not known here. */
export type ReadSay = (
  db: Db,
  id: number,
) => Promise<{
  html: string;
  author: { nickname: string };
  place: string;
  createdAt: string;
  pictures: { url: string }[];
}>;

export type SourceDeps = { db: Db; readSay: ReadSay };

/** @throws Failure for what not everybody may read */
export async function readSource({ db, readSay }: SourceDeps, { kind, id }: Target): Promise<Source> {
  if (kind === 'say') {
    const { html, author, place, createdAt, pictures } = await readSay(db, id);
    const day = chinaDay(Date.parse(createdAt));
    const [photo = ''] = keysIn(pictures[0]?.url ?? '');
    return {
      kind,
      id,
      text: quotedText(html),
      title: '',
      author: author.nickname,
      label: place,
      day,
      path: `/say?id=${id}`,
      photo,
    };
  }
  const { html, title, author, category, publishedAt, path } = await readFreeArticle(db, id);
  const day = publishedAt === null ? '' : chinaDay(publishedAt);
  return { kind, id, text: quotedText(html), title, author, label: category, day, path, photo: '' };
}
