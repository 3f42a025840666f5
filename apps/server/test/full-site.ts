import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { saveArticle } from '../src/content/articles/save-article.ts';
import { saveSettings } from '../src/core/settings/settings.ts';
import type { Db, Trx } from '../src/platform/db/schema.ts';
import { createSearch, type Search } from '../src/platform/search/search.ts';
import { keepPicture, rowOfPicture, takePicture } from '../src/platform/storage/pictures.ts';
import type { Storage } from '../src/platform/storage/storage.ts';

type Deps = { db: Db; search?: Search; storage: Storage; siteUrl: string };

const atOnce = 100;

/** Writes what is awkward to move: signs of every plane, nulls, long texts, ids with gaps, pictures, a held row. */
export async function fillFully({ db, storage, siteUrl, search = createSearch('sqlite') }: Deps, rows = 1500) {
  const { id: authorId } = await db.selectFrom('users').select('id').orderBy('id').executeTakeFirstOrThrow();
  const huge = `${'墨🖋️𠮷'.repeat(20_000)} "\\' \u2028 \u0001 \r\n末`;
  const draft = { authorId, state: 'published', publishedAt: 1_700_000_000_000, updatedAt: 1_700_000_000_000 } as const;
  const articleId = await saveArticle(
    { db, search, siteUrl },
    {
      ...draft,
      title: '搬家🏠',
      markdown: `山茱萸开了。\n\n$E=mc^2$\n\n${huge.slice(-200)}`,
      category: '随笔',
      tags: ['雨', 'A b'],
    },
  );
  const picture = await takePicture(await noisyPicture());
  await keepPicture(storage, picture);
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('files').values(rowOfPicture(picture, 1)).execute();
    await trx.insertInto('fileOwners').values({ key: picture.key, userId: authorId, createdAt: 1 }).execute();
    await trx
      .insertInto('feedback')
      .values({ userId: authorId, type: 1, title: '很长', content: huge, createdAt: 1, settledAt: null })
      .execute();
    await saveSettings(trx, 'announcement', { text: '第一行\n“引号”\t🎐' });
    await fillBoard(trx, rows);
    await fillComments(trx, { rows, articleId, authorId });
  });
  await db
    .deleteFrom('boardMessages')
    .where('id', '>', rows - 5)
    .execute();
  await db.deleteFrom('comments').where('text', 'like', '%3').where('parentId', 'is', null).execute();
  return { articleId, authorId, picture };
}

async function fillBoard(trx: Trx, rows: number) {
  const message = (n: number) => ({
    authorId: null,
    nickname: `客${n}`,
    place: '',
    text: `路过 ${n} 🍂`,
    createdAt: n,
    state: n % 10 ? ('shown' as const) : ('held' as const),
  });
  for (let from = 0; from < rows; from += atOnce)
    await trx
      .insertInto('boardMessages')
      .values(Array.from({ length: atOnce }, (_, n) => message(from + n)))
      .execute();
}

type Conversation = { rows: number; articleId: number; authorId: number };

/** The first is answered by all the others: rows that name rows of their own table. */
async function fillComments(trx: Trx, { rows, articleId, authorId }: Conversation) {
  const comment = { articleId, authorId, html: '<p>好</p>', sendKey: null, removedAt: null };
  const { id: parentId } = await trx
    .insertInto('comments')
    .values({ ...comment, text: '第一', createdAt: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (let from = 0; from < rows; from += atOnce)
    await trx
      .insertInto('comments')
      .values(
        Array.from({ length: atOnce }, (_, n) => ({
          ...comment,
          text: `答 ${from + n}`,
          createdAt: from + n,
          ...(n % 2 ? { parentId, replyToId: parentId } : {}),
        })),
      )
      .execute();
}

/** Bytes of a picture no other test has. */
export function noisyPicture(width = 700, height = 300) {
  const raw = { width, height, channels: 3 } as const;
  return sharp(randomBytes(width * height * 3), { raw })
    .png()
    .toBuffer();
}
