import { type Client, createClient } from '@mojian/client';
import { api } from '@mojian/contract/all';
import Fastify from 'fastify';
import { createApi } from '../src/api.ts';
import type { ArticleDraft } from '../src/articles/article-draft.ts';
import { saveArticle } from '../src/articles/save-article.ts';
import type { Db } from '../src/db/schema.ts';
import { handleErrors } from '../src/http/errors.ts';
import { mountCalls } from '../src/http/mount.ts';
import type { Viewer } from '../src/http/viewer.ts';
import { renderSay, type SayDraft, writeSay } from '../src/says/write-say.ts';
import { createSearch } from '../src/search/search.ts';
import { createVisits } from '../src/visits/visits.ts';
import { testDatabase } from './database.ts';

const siteUrl = 'https://mojian.example';

/** A running site with an empty database and its cast: 站长 keeps it, 小林 writes, 阿明 reads. */
export async function testSite() {
  const { db, dialect, close } = await testDatabase();
  const search = createSearch(dialect);
  const visits = createVisits({ db });
  const calls = createApi({ db, search, siteUrl, visits });
  const cast = {
    owner: await join(db, '站长', 'owner'),
    lin: await join(db, '小林', 'member'),
    ming: await join(db, '阿明', 'member'),
  };

  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  handleErrors(app);
  mountCalls(app, calls, async (token) => Object.values(cast).find(({ id }) => token === `token-${id}`) ?? null);

  return {
    db,
    dialect,
    search,
    calls,
    app,
    siteUrl,
    ...cast,

    /** The API as this member, or as a visitor, uses it. */
    as: (viewer: Viewer | null): Client =>
      createClient(api, async ({ method, path, query, body }) => {
        const headers = viewer ? { authorization: `token-${viewer.id}` } : {};
        const payload = body === undefined ? {} : { payload: body as object };
        return (await app.inject({ method: method as 'GET', url: path, query, headers, ...payload })).json();
      }),

    /** 小林 writes an article, published now unless the draft says otherwise. Returns its id. */
    writes: ({ id, ...draft }: Partial<ArticleDraft> & { id?: number } = {}) =>
      saveArticle(
        { db, search, siteUrl },
        { authorId: cast.lin.id, title: '春天', markdown: '雨水。', state: 'published', publishedAt: null, ...draft },
        { id },
      ),

    /** 小林 says something, to all unless the draft says otherwise. Returns its id. */
    says: async (draft: Partial<SayDraft> = {}) => {
      const say = { authorId: cast.lin.id, text: '雨停了。', ...draft };
      const rendered = await renderSay(say.text, siteUrl);
      return db.transaction().execute((trx) => writeSay(trx, say, rendered));
    },

    async close() {
      await app.close();
      await close();
    },
  };
}

async function join(db: Db, nickname: string, role: Viewer['role']): Promise<Viewer> {
  const { id } = await db
    .insertInto('users')
    .values({ nickname, role, email: null, passwordHash: null, createdAt: Date.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, role };
}
