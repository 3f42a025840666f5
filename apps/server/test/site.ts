import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient, type Send } from '@mojian/client';
import { api } from '@mojian/contract/all';
import { adminApi } from '@mojian/contract/all-admin';
import Fastify, { type FastifyInstance } from 'fastify';
import { createApi, downloadRoutes } from '../src/api.ts';
import { streamDeps } from '../src/app.ts';
import { confirmMailRoutes } from '../src/community/guest-comments/confirm-mail.routes.ts';
import { unsubscribeRoutes } from '../src/community/reply-mails/unsubscribe.routes.ts';
import { renderSay, type SayDraft, writeSay } from '../src/community/says/write-say.ts';
import { type ArticleDraft, saveArticle } from '../src/content/articles/save-article.ts';
import { findCaller } from '../src/core/access-keys/open-key.ts';
import { forgetSettings, type Settings, type SettingsGroup, saveSettings } from '../src/core/settings/settings.ts';
import { fileAccess, findAttachment } from '../src/core/uploads/public-files.ts';
import { createVisits } from '../src/core/visits/visits.ts';
import { Updates } from '../src/operations/system/updates.ts';
import { readConfig } from '../src/platform/config.ts';
import type { Db } from '../src/platform/db/schema.ts';
import { handleErrors } from '../src/platform/http/errors.ts';
import { mountCalls } from '../src/platform/http/mount.ts';
import { limitCalls } from '../src/platform/http/rate-limit.ts';
import type { Viewer } from '../src/platform/http/viewer.ts';
import { WriteBarrier } from '../src/platform/http/write-barrier.ts';
import { type Job, Jobs } from '../src/platform/jobs/jobs.ts';
import { LogRing } from '../src/platform/logs/log-ring.ts';
import { type Mail, sendMail } from '../src/platform/mail/mails.ts';
import { pushInProcess } from '../src/platform/push/push.ts';
import { createSearch } from '../src/platform/search/search.ts';
import { localStorage } from '../src/platform/storage/local-storage.ts';
import { storageRoutes } from '../src/platform/storage/storage.routes.ts';
import { EventBus } from '../src/platform/stream/event-bus.ts';
import { LivePresence } from '../src/platform/stream/presence.ts';
import { streamRoutes } from '../src/platform/stream/stream.routes.ts';
import { secretHash } from '../src/platform/tickets/tickets.ts';
import { tables } from '../src/tables.ts';
import { testDatabase } from './database.ts';

const siteUrl = 'https://mojian.example';

/** Origin of a call. */
type From = { address?: string; agent?: string };

/** A cast member's token: they are logged in from the start. */
export const tokenOf = ({ id }: { id: number }) => `token-${id}`;

/**
 * `database`: an empty one with the newest schema, `files`: a folder, where the tests' own will not do. `canMail`: whether
 * it has a server to send letters through.
 */
type Options = {
  limits?: boolean;
  jobs?: Job[];
  database?: typeof testDatabase;
  files?: string;
  canMail?: boolean;
};

/**
 * A running site with an empty database and its cast: 站长 keeps it, 小林 writes, 阿明 reads. The limits that calls
 * declare are kept only where a test asks for them.
 */
export async function testSite({
  limits = false,
  jobs: jobsToRun = [],
  database = testDatabase,
  files,
  canMail = true,
}: Options = {}) {
  const { db, dialect, url, close } = await database();
  const folder = files ?? (await mkdtemp(join(tmpdir(), 'mojian-files-')));
  const storage = localStorage(folder);
  const search = createSearch(dialect);
  const visits = createVisits({ db });
  const push = pushInProcess();
  const eventBus = new EventBus(push);
  const streams = streamDeps(db);
  const presence = new LivePresence({ push, ...streams, onError: () => {} });
  const jobs = new Jobs({ db, jobs: jobsToRun, onFailure: () => {} });
  const dataDir = await mkdtemp(join(tmpdir(), 'mojian-data-'));
  const running = {
    config: { ...readConfig({ SITE_URL: siteUrl, DATA_DIR: dataDir }), databaseUrl: url },
    jobs,
    logs: new LogRing(),
    updates: new Updates(db),
    proxy: { isUnseen: false },
  };
  const writeBarrier = new WriteBarrier();
  const replacing = {
    db,
    quiet: <Result>(work: () => Promise<Result>) => writeBarrier.runExclusive(work),
    onReplaced: async () => forgetSettings(db),
  };
  const process = { writeBarrier, running, replacing, dataDir, databaseUrl: url };
  // letters stay in the outbox: nothing sends them
  const smtpUrl = canMail ? 'smtp://127.0.0.1:1' : undefined;
  const calls = await createApi({
    db,
    search,
    siteUrl,
    smtpUrl,
    storage,
    visits,
    live: eventBus,
    presence,
    ...process,
  });
  const cast = {
    owner: await enter(db, '站长', 'owner'),
    lin: await enter(db, '小林', 'member'),
    ming: await enter(db, '阿明', 'member'),
  };

  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true }, trustProxy: true });
  handleErrors(app);
  if (limits) await limitCalls(app);
  await mountCalls(app, calls, (token, address) => findCaller(db, token, address));
  streamRoutes(app, { ...streams, eventBus, presence, onError: () => {} });
  storageRoutes(app, storage, fileAccess(db, siteUrl), findAttachment(db));
  downloadRoutes(app, { db, storage, dataDir });
  unsubscribeRoutes(app, { db });
  confirmMailRoutes(app, { db });

  /** The API as whoever has this token uses it. */
  const withToken = (token: string | undefined, from?: From): Client => createClient(api, sendTo(app, token, from));

  /** The letters under way, the newest last. */
  const mails = async () => {
    const rows = await db.selectFrom('outbox').select('payload').where('kind', '=', sendMail).orderBy('id').execute();
    return rows.map(({ payload }) => JSON.parse(payload) as Mail);
  };

  async function change<Group extends SettingsGroup>(group: Group, values: Parameters<typeof saveSettings<Group>>[2]) {
    await db.transaction().execute((trx) => saveSettings(trx, group, values));
    forgetSettings(db);
  }

  return {
    db,
    tables,
    /** URL of the database, for a second process. */
    url,
    dialect,
    search,
    storage,
    visits,
    calls,
    /** State of the process shown in the back office. */
    running,
    eventBus,
    app,
    writeBarrier,
    replacing,
    /** Folder of the backups. */
    dataDir,
    siteUrl,
    ...cast,
    withToken,

    /** The back office as this member uses it. */
    office: (viewer: Viewer) => createClient<typeof adminApi>(adminApi, sendTo(app, tokenOf(viewer))),

    /** The API as this member, or as a visitor, uses it. */
    as: (viewer: Viewer | null, from?: From): Client => withToken(viewer ? tokenOf(viewer) : undefined, from),

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

    /** Saves settings of a group as the owner does; those not named are as at first. */
    change,

    /** Turns features on and off, as the owner does; those not named are as at first. */
    turn: (features: Partial<Settings['features']>) => change('features', features),

    /** Number of files in the storage, referenced or not. */
    keptFiles: async () =>
      (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile()).length,

    letters: mails,

    /** Has a code sent to a mailbox, however many were before, and reads it there. */
    async codeFor(email: string) {
      await db.deleteFrom('limits').where('name', 'like', 'code:%').execute();
      await withToken(undefined).accounts.sendEmailCode({ query: { email } });
      return (await mails()).at(-1)?.code ?? '';
    },

    async close() {
      await app.close();
      await close();
      for (const one of [folder, dataDir]) await rm(one, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Transport of a client: injects into the app of this process. */
function sendTo(app: FastifyInstance, token: string | undefined, { address, agent }: From = {}): Send {
  const headers = {
    ...(token && { authorization: token }),
    ...(address && { 'x-forwarded-for': address }),
    ...(agent && { 'user-agent': agent }),
  };
  return async ({ method, path, query, body }) => {
    const payload = body === undefined ? {} : { payload: body as object };
    return (await app.inject({ method: method as 'GET', url: path, query, headers, ...payload })).json();
  };
}

/** A member with a session of their own. */
async function enter(db: Db, nickname: string, role: Viewer['role']): Promise<Viewer> {
  const now = Date.now();
  const { id } = await db
    .insertInto('users')
    .values({ nickname, nicknameKey: nickname, role, email: null, passwordHash: null, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const times = { createdAt: now, usedAt: now, expiresAt: now + 7 * 24 * 3_600_000 };
  const session = await db
    .insertInto('sessions')
    .values({ userId: id, tokenHash: secretHash(tokenOf({ id })), way: 'password', device: '', place: '', ...times })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, role, sessionId: session.id, signedInAt: now };
}
