import { accessSync, constants, mkdirSync } from 'node:fs';
import { fillNicknameKeys } from './accounts/fill-nickname-keys.ts';
import { finishClosing } from './accounts/finish-closing.ts';
import { dropOldCodes } from './accounts/mail-codes.ts';
import { announceEffects } from './announce/announce-effects.ts';
import { buildApp } from './app.ts';
import { forgetOldActs } from './audit/admin-audit.ts';
import { backUpOnSchedule } from './backups/schedule.ts';
import { Behind, replacingOf, siteReplaced } from './behind.ts';
import { type Config, readConfig } from './config.ts';
import { dialectOf } from './db/dialect.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import type { Db } from './db/schema.ts';
import { publishDue } from './drafts/publish-due.ts';
import { purgeTrash } from './drafts/purge-trash.ts';
import { buildArchive } from './exports/build-archive.ts';
import { dropOldArchives } from './exports/exports.ts';
import { Gate } from './http/gate.ts';
import { type Job, Jobs } from './jobs/jobs.ts';
import { dropOldLimits } from './limits/limits.ts';
import { checkLinks } from './links/check-links.ts';
import { keepLinkPicture, keepLinkPictureEffect } from './links/keep-link-picture.ts';
import { LogRing } from './logs/log-ring.ts';
import { chosenServer } from './mail/chosen-server.ts';
import { sendMail } from './mail/letters.ts';
import { type Mailer, openMailer } from './mail/mailer.ts';
import { sendBroadcast, sendBroadcastEffect } from './notices/broadcast.ts';
import { dropOldNotices } from './notices/drop-old-notices.ts';
import { Outbox } from './outbox/outbox.ts';
import { pushByPostgres } from './push/postgres-push.ts';
import { type Push, pushInProcess } from './push/push.ts';
import { PageCache } from './render/page-cache.ts';
import { type Expected, mailReplies } from './reply-letters/expect-reply-letter.ts';
import { dropQuietThreads, mailReplyLetter } from './reply-letters/mail-replies.ts';
import { forgetExcerpts } from './reports/forget-excerpts.ts';
import { thinRevisions } from './revisions/thin-revisions.ts';
import { fillFirstSite } from './sample/fill.ts';
import { createSearch, type Search } from './search/search.ts';
import { dropEndedSessions } from './sessions/sessions.ts';
import { openSetup } from './setup/setup.ts';
import { dropOldShares } from './shares/manage-shares.ts';
import { forgetSettings, readSettings } from './site/settings.ts';
import { openStorage } from './storage/open-storage.ts';
import type { Storage } from './storage/storage.ts';
import { Hub, type LiveEvent, pokeFeed } from './stream/hub.ts';
import { Updates } from './system/updates.ts';
import { dropOldTickets } from './tickets/tickets.ts';
import { dropIfUnshown, dropUnshown } from './uploads/drop-picture.ts';
import { createVisits } from './visits/visits.ts';
import { dropOldWechat } from './wechat/clean-up.ts';

const cacheBytes = 24 * 1024 * 1024;
const pageAge = 60_000;

/** Starts the site, or says in one line why not and leaves with 1. */
async function main() {
  try {
    const config = readConfig(process.env);
    await start(config, process.argv.includes('--dev'));
  } catch (error) {
    process.stderr.write(`启动失败：${reason(error)}\n`);
    process.exitCode = 1;
    setTimeout(() => process.exit(1), 100).unref();
  }
}

async function start(config: Config, dev: boolean) {
  openDataDir(config.dataDir);
  const cache = new PageCache({ maxBytes: cacheBytes, maxAge: pageAge });
  const dialect = dialectOf(config.databaseUrl);
  const db = openDatabase(config.databaseUrl, ({ message }) => process.stderr.write(`数据库连接中断：${message}\n`));
  await migrate(db, dialect);

  const search = createSearch(dialect);
  const storage = openStorage(config.storageUrl, config.dataDir);
  await storage.check();
  const visits = createVisits({ db });
  const mailer = mailerOf(db, config, (line) => app.log.warn(line));
  await fillFirstSite({ db, search, config });
  await fillNicknameKeys(db);

  const push = await openPush(config, () => {
    cache.dropAll();
    hub.poke();
  });
  const hub = new Hub(push);
  push.subscribe(({ topic, ids }) => {
    if (topic === siteReplaced) cache.dropAll();
    if (topic !== 'drop-pages') return;
    if (ids.includes('site')) forgetSettings(db);
    cache.drop(ids);
  });
  const outbox = new Outbox({
    db,
    effects: effectsOf({ db, siteUrl: config.siteUrl, storage, push, hub, mailer, warn: (line) => app.log.warn(line) }),
    onFailure: (kind, err, attempts) => app.log.error({ kind, attempts, err }, '后续处理失败，稍后重试'),
  });

  const running = runningParts({ db, config, search, storage }, (...told) => app.log.error(...told));
  const behind = new Behind({
    ...{ outbox, visits, jobs: running.jobs },
    onError: (err) => app.log.error({ err }, '后台的事没有做成'),
  });
  const gate = new Gate();
  const parts = { config, db, search, storage, visits, cache, push, hub, gate, running, dev };
  const app = await buildApp({ ...parts, replacing: replacingOf({ db, push, gate, behind }) });
  await app.listen({ port: config.port, host: config.host });
  process.stdout.write(`墨笺已启动：${config.siteUrl}\n`);
  behind.start();
  const token = await openSetup(db, config.owner);
  if (token) process.stdout.write(`站长请打开这个一次性链接设好账号：${config.siteUrl}/setup?token=${token}\n`);

  stopGracefully(async () => {
    await app.close();
    await behind.stop();
    await mailer.close();
    await push.close();
    await db.destroy();
  });
}

function mailerOf(db: Db, { smtpUrl, siteUrl }: Config, warn: Warn) {
  return openMailer({
    db,
    smtpUrl,
    chosen: async () => chosenServer((await readSettings(db)).mail),
    site: async () => {
      const { identity, look } = await readSettings(db);
      return { name: identity.name, url: siteUrl, accent: look.accent };
    },
    warn,
  });
}

/** What of this process the back office looks at. */
function runningParts(workers: Omit<Workers, 'updates'>, log: (what: object, words: string) => void) {
  const updates = new Updates(workers.db);
  const onFailure = (job: string, err: unknown) => log({ job, err }, '定时的事没有做成');
  const jobs = new Jobs({ db: workers.db, jobs: jobsOf({ ...workers, updates }), onFailure });
  return { jobs, updates, logs: new LogRing((line) => process.stdout.write(line)) };
}

/** `onGap` is told where notices may have been missed. */
async function openPush({ databaseUrl }: Config, onGap: () => void) {
  return dialectOf(databaseUrl) === 'postgres' ? pushByPostgres(databaseUrl, onGap) : pushInProcess();
}

type Warn = (line: string) => void;
type Helpers = { db: Db; siteUrl: string; storage: Storage; push: Push; hub: Hub; mailer: Mailer; warn: Warn };

/** What is done after the commit that asked for it. */
function effectsOf({ db, siteUrl, storage, push, hub, mailer, warn }: Helpers) {
  return {
    ...announceEffects({ db, siteUrl, warn }),
    live: ({ events }: { events: LiveEvent[] }) => hub.publish(events),
    [pokeFeed]: async () => hub.poke(),
    'drop-pages': ({ tags }: { tags: string[] }) => push.publish({ topic: 'drop-pages', ids: tags }),
    [keepLinkPictureEffect]: (link: { id: number }) => keepLinkPicture({ db, storage, siteUrl }, link),
    [sendBroadcastEffect]: (step: Parameters<typeof sendBroadcast>[1]) => sendBroadcast(db, step),
    'build-data-archive': (build: Parameters<typeof buildArchive>[1]) => buildArchive({ db, siteUrl }, build),
    [sendMail]: mailer.send,
    [dropUnshown]: (picture: Parameters<typeof dropIfUnshown>[1]) => dropIfUnshown({ db, storage }, picture),
    [mailReplies]: (thread: Expected) => mailReplyLetter({ db, siteUrl, send: mailer.send }, thread),
  };
}

type Workers = { db: Db; config: Config; search: Search; storage: Storage; updates: Updates };

/** What is done again and again while the site runs. */
function jobsOf({ db, config, search, storage, updates }: Workers): Job[] {
  const { siteUrl } = config;
  return [
    { name: '结束已注销的账号', everySeconds: 3600, run: () => finishClosing({ db, search, storage }) },
    { name: '发布到时的文章', everySeconds: 10, run: (stopping) => publishDue({ db, search, siteUrl }, stopping) },
    { name: '清空回收站', everySeconds: 3600, run: (stopping) => purgeTrash({ db, search }, stopping) },
    { name: '清理过期的登录', everySeconds: 3600, run: () => dropEndedSessions(db) },
    { name: '清理过期的口令', everySeconds: 3600, run: () => dropOldTickets(db) },
    { name: '清理过期的验证码', everySeconds: 3600, run: () => dropOldCodes(db) },
    { name: '清理过期的数据包', everySeconds: 3600, run: () => dropOldArchives(db) },
    { name: '清理过期的计数', everySeconds: 3600, run: () => dropOldLimits(db) },
    { name: '看看友链还在不在', everySeconds: 3600, run: (stopping) => checkLinks({ db, siteUrl, stopping }) },
    { name: '清理过时的通知', everySeconds: 24 * 3600, run: (stopping) => dropOldNotices(db, stopping) },
    { name: '忘掉一年前的操作记录', everySeconds: 24 * 3600, run: () => forgetOldActs(db) },
    { name: '忘掉了结已久的举报摘录', everySeconds: 24 * 3600, run: () => forgetExcerpts(db) },
    { name: '稀疏旧的历史版本', everySeconds: 24 * 3600, run: (stopping) => thinRevisions(db, stopping) },
    { name: '清理过期的分享链接', everySeconds: 3600, run: () => dropOldShares(db) },
    { name: '清理写过信的话头', everySeconds: 3600, run: () => dropQuietThreads(db) },
    { name: '清理过期的登录码', everySeconds: 60, run: () => dropOldWechat(db) },
    { name: '定时备份', everySeconds: 600, run: (stopping) => backUpOnSchedule({ db, storage, ...config }, stopping) },
    { name: '看看有没有新版', everySeconds: 24 * 3600, run: () => updates.ask() },
  ];
}

function openDataDir(folder: string) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch {
    throw new Error(`数据目录不可写：${folder}`);
  }
}

/** Finishes what is under way, then leaves. A second signal leaves at once. */
function stopGracefully(stop: () => Promise<void>) {
  let stopping = false;
  const onSignal = () => {
    if (stopping) process.exit(1);
    stopping = true;
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

function reason(error: unknown) {
  const { code, message, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `端口 ${port} 已被占用，请换一个 PORT 或先停下占用它的程序`;
  if (code === 'EACCES' && port !== undefined) return `没有权限监听端口 ${port}`;
  if (/readonly database|unable to open database/.test(message)) return '数据库文件不可写，请检查数据目录的权限';
  if (/^(ECONN|ENOTFOUND|28P01|3D000)/.test(code ?? '')) return `连接数据库失败：${message}`;
  return message;
}

await main();
