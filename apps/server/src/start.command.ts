import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { BackgroundWork, createReplacing, siteReplaced } from './background.ts';
import { createRedirects } from './content/redirects/redirects.ts';
import { sendBroadcastEffect } from './core/notices/broadcast.ts';
import { forgetSettings, readSettings } from './core/settings/settings.ts';
import { Typeface } from './core/typeface/typeface.ts';
import { createVisits } from './core/visits/visits.ts';
import { jobsOf, type Workers } from './jobs.ts';
import { fillNicknameKeys } from './members/accounts/nickname.ts';
import { readFillProgress } from './operations/sample/sample-rows.ts';
import { Updates } from './operations/system/updates.ts';
import { confirmInTime, recordServing, recoverBeforeStart } from './operations/upgrade/recover.ts';
import { keepFeedOrigin } from './pages/feeds/feed-ids.ts';
import { defineCommand } from './platform/command-line.ts';
import { type Config, readConfig } from './platform/config.ts';
import { hasLeftCopy, openDataFolder } from './platform/data-folder.ts';
import { dialectOf } from './platform/db/dialect.ts';
import { UnsoundLog } from './platform/db/errors.ts';
import { migrate } from './platform/db/migrate.ts';
import { openDatabase } from './platform/db/open.ts';
import type { Db } from './platform/db/schema.ts';
import { explainCrashes, refuseAddress } from './platform/failures-at-start.ts';
import { Drain } from './platform/http/drain.ts';
import { Readiness } from './platform/http/health.ts';
import { WriteBarrier } from './platform/http/write-barrier.ts';
import { Jobs } from './platform/jobs/jobs.ts';
import { LogRing } from './platform/logs/log-ring.ts';
import { openMailer } from './platform/mail/mailer.ts';
import { chosenServer } from './platform/mail/smtp-url.ts';
import { Metrics } from './platform/metrics/metrics.ts';
import { Outbox } from './platform/outbox/outbox.ts';
import { lockDataFolder, removePidFile, writePidFile } from './platform/pid-file.ts';
import { programFile, programVersion } from './platform/program-files.ts';
import { type Push, pushByPostgres, pushInProcess } from './platform/push/push.ts';
import { everyPage, PageCache } from './platform/render/page-cache.ts';
import { applyPageChange } from './platform/render/page-changes.ts';
import { createSearch, type Search } from './platform/search/search.ts';
import { openStorage } from './platform/storage/open-storage.ts';
import { EventBus } from './platform/stream/event-bus.ts';
import { notifySystemd } from './platform/systemd.ts';
import { openShared, type Shared } from './processes.ts';

const cacheBytes = 12 * 1024 * 1024;
const pageAge = 60_000;
/** Milliseconds after the start; a clock that a machine wakes up with is put right within minutes. */
const [jobsAfter, erasesAfter] = [1500, 600_000];

export const command = defineCommand(
  {
    syntax: '',
    help: `开站。没有别的参数，设置在环境变量里：
  PORT      端口，默认 3000
  DATA_DIR  数据放在哪里，默认 data；在发布包里是它旁边的 mojian-data
  SITE_URL  站点的地址，如 https://example.com
其余见 README.md。`,
    words: [0, 0],
    flags: { dev: 'plain', trial: 'plain' },
    explain: (_error, reason) => `启动失败：${reason}`,
  },
  async ({ flags: { dev = false, trial = false } }) => {
    const config = readConfig(process.env);
    const program = { version: programVersion(), folder: programFile('.') };
    const say = (line: string) => process.stderr.write(line);
    const other = dev || trial ? undefined : await recoverBeforeStart(config, program, say);
    if (other) process.execve?.(other, [other, 'start'], process.env);
    const started = explainCrashes(config.databaseUrl);
    await start(config, { dev, trial });
    started();
    if (trial) endWithStdin();
    else confirmInTime(config, program.version);
  },
);

/** `trial`: shows pages only, for an upgrade that tries this version on a copy: no jobs, no mail, no other effects. */
async function start(config: Config, { dev, trial }: { dev: boolean; trial: boolean }) {
  const stores = await openStores(config);
  const { db, search, storage, typeface, cache } = stores;
  const mailer = mailerOf(db, config, (line) => app.log.warn(line));
  await fillOnce({ db, search, config });
  await fillNicknameKeys(db);

  const shared = await openShared(config, db);
  const push = await openPush(config, shared.name, () => {
    forgetSettings(db);
    typeface.forget();
    cache.outdateAll();
    eventBus.notifyFeed();
  });
  const eventBus = new EventBus(push, (err) => app.log.error({ err }, '动静没有传到'));
  dropOutdated({ push, cache, db, typeface });
  const outbox = new Outbox({
    db,
    effects: async () => {
      const { effectsOf } = await import('./effects.ts');
      return effectsOf({ ...config, db, search, storage, push, eventBus, mailer, warn: (line) => app.log.warn(line) });
    },
    appointed: [sendBroadcastEffect],
    onFailure: (kind, err, attempts) => app.log.error({ kind, attempts, err }, '后续处理失败，稍后重试'),
  });

  const running = createRunning({ db, config, search, storage, shared }, (...args) => app.log.error(...args));
  const background = new BackgroundWork({
    ...stores,
    outbox,
    jobs: running.jobs,
    onError: (err) => app.log.error({ err }, '后台的事没有做成'),
  });
  const writeBarrier = new WriteBarrier(() => background.runOutboxSoon());
  const { countOthers } = shared;
  const replacing = createReplacing({ db, push, writeBarrier, background, countOthers });
  const drain = new Drain();
  const deps = { ...stores, config, push, eventBus, writeBarrier, running, drain, dev };
  const app = await buildApp({ ...deps, replacing, counts: shared.counts });
  if (!trial) await recordServing(config, programVersion());
  await app.listen({ port: config.port, host: config.host }).catch(refuseAddress(config));
  const { openSetup, setupHint } = await import('./operations/setup/setup.ts');
  const token = trial ? undefined : await openSetup(db, config.owner); // throws for an unusable account, which fails the start
  process.stdout.write(`墨笺已启动：${config.siteUrl}\n`);
  if (!trial) background.start();
  if (token) process.stdout.write(setupHint(config, token));

  const announced = announceStart(config, app.server.address() as AddressInfo, (line) => app.log.warn(line));
  const stop = stopOf({ app, drain, jobs: running.jobs, background, closing: [mailer, push, shared] });
  stopGracefully(config.drainSeconds, async () => {
    await announced.stopping();
    await stop(config.drainSeconds);
    await db.destroy();
    announced.stopped();
  });
}

/** Fills a new site; loads nothing for one that is filled. */
async function fillOnce(deps: { db: Db; search: Search; config: Config }) {
  if ((await readFillProgress(deps.db)) === 'done') return;
  const { fillFirstSite } = await import('./operations/sample/fill.ts');
  await fillFirstSite(deps);
}

/** Opens what the site is stored in, at its newest schema. */
async function openStores(config: Config) {
  const dialect = dialectOf(config.databaseUrl);
  openDataFolder(config);
  await lockDataFolder(config.dataDir, { shared: dialect === 'postgres' });
  if (hasLeftCopy(config)) await (await import('./operations/backups/work-alone.ts')).sweepLeftCopies(config);
  const metrics = new Metrics();
  const db = openDatabase(config.databaseUrl, { onError: noteTrouble, onQuery: metrics.countQuery });
  await migrate(db, dialect);
  await keepFeedOrigin(db, config.siteUrl);
  const storage = openStorage(config.storageUrl, config.dataDir);
  await storage.check();
  const cache = new PageCache({ maxBytes: cacheBytes, maxAge: pageAge });
  const readiness = new Readiness({ db, storage });
  const typeface = new Typeface(db);
  await typeface.prepare();
  const counting = { visits: createVisits({ db }), redirects: createRedirects({ db }), typeface };
  return { db, search: createSearch(dialect), storage, ...counting, cache, readiness, metrics };
}

/** Milliseconds in which those whose writes failed are told. */
const exitAfter = 1000;

/** Ends the process once nothing can be written any more: whoever started it starts it again, with all that was acknowledged. */
function noteTrouble(error: Error) {
  if (!(error instanceof UnsoundLog)) return process.stderr.write(`数据库连接中断：${error.message}\n`);
  process.stderr.write(`${error.message}。站点停下，重新启动后接着用；答应过的都在。再出现，请查磁盘\n`);
  return setTimeout(() => process.exit(1), exitAfter);
}

/** Drops pages and settings that any process changed. */
function dropOutdated({ push, cache, db, typeface }: { push: Push; cache: PageCache; db: Db; typeface: Typeface }) {
  push.subscribe(({ topic, ids }) => {
    if (topic === siteReplaced) cache.drop([everyPage]);
    if (topic === 'drop-pages' && ids.includes('site')) {
      forgetSettings(db);
      typeface.forget();
    }
    applyPageChange(cache, { topic, ids });
  });
}

/** Tells other commands, by a file, and systemd that the site runs, and later that it stops. */
function announceStart({ dataDir, host }: Config, { port }: AddressInfo, warn: Warn) {
  const startedAt = new Date().toISOString();
  try {
    writePidFile(dataDir, { host, port, version: programVersion(), startedAt });
  } catch (error) {
    warn(`没有写下 mojian.pid：${(error as Error).message}`);
  }
  return { stopping: notifySystemd(process.env, warn), stopped: () => removePidFile(dataDir) };
}

type Started = {
  app: { close: () => Promise<unknown> };
  drain: Drain;
  jobs: Jobs;
  background: BackgroundWork;
  closing: { close: () => Promise<unknown> | unknown }[];
};

/** Stops taking new work, answers what is under way, and then ends what that needed. */
function stopOf({ app, drain, jobs, background, closing }: Started) {
  return async (drainSeconds: number) => {
    drain.isDraining = true;
    const jobsStopped = jobs.stop();
    await sleep(drainSeconds * 1000);
    await app.close();
    await jobsStopped;
    await background.stop();
    for (const one of closing) await one.close();
  };
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

/** Parts of this process shown in the back office. */
function createRunning(
  { shared, ...workers }: Omit<Workers, 'updates'> & { shared: Shared },
  log: (what: object, words: string) => void,
) {
  const updates = new Updates(workers.db);
  const onFailure = (job: string, err: unknown) => log({ job, err }, '定时的事没有做成');
  const jobs = new Jobs({
    db: workers.db,
    jobs: jobsOf({ ...workers, updates }),
    onFailure,
    shared: shared.runs,
    firstAfter: jobsAfter,
    erasesAfter,
  });
  const logs = new LogRing((line) => process.stdout.write(line));
  logs.onLine = (line) => shared.logs?.add(line);
  return { jobs, updates, proxy: { isUnseen: false }, logs, shared };
}

/** `onGap`: called when push notices may have been missed. */
async function openPush({ databaseUrl }: Config, name: string, onGap: () => void) {
  return dialectOf(databaseUrl) === 'postgres' ? pushByPostgres(databaseUrl, onGap, name) : pushInProcess();
}

type Warn = (line: string) => void;
/** Stops a trial start of an upgrade once the upgrade's process, which holds the other end of stdin, has ended. */
function endWithStdin() {
  process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).resume();
}

/** Seconds within which a stop ends by force, beside those of draining: sooner than systemd would kill it. */
const stopWithin = 20;

/** Stops gracefully on the first signal, at once on the second, and within a bound in any case. */
function stopGracefully(drainSeconds: number, stop: () => Promise<void>) {
  let stopping = false;
  const onSignal = () => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), (drainSeconds + stopWithin) * 1000).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
