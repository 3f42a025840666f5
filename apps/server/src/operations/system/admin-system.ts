import type { adminSystem, JobFailure, JobRow } from '@mojian/contract/operations/system';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { countIndexed, rebuildIndex } from '../../content/articles/index-articles.ts';
import { recordAct } from '../../core/audit/audit.ts';
import { readSettings, type Settings } from '../../core/settings/settings.ts';
import { indexAllAgain } from '../../pages/search/index-writings.ts';
import type { Config } from '../../platform/config.ts';
import { isoTime } from '../../platform/dates.ts';
import { dialectOf } from '../../platform/db/dialect.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { ProxyWatch } from '../../platform/http/unseen-proxy.ts';
import { isStaff, type Viewer } from '../../platform/http/viewer.ts';
import { type Jobs, listFailures } from '../../platform/jobs/jobs.ts';
import { isWanted, type LogRing, withoutSecrets } from '../../platform/logs/log-ring.ts';
import type { SharedLogs } from '../../platform/logs/shared-logs.ts';
import type { AnswerTimes } from '../../platform/metrics/answer-times.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { programVersion } from '../../platform/program-files.ts';
import { everyPage } from '../../platform/render/page-cache.ts';
import type { Search } from '../../platform/search/search.ts';
import { type Updates, upgradeCommand } from './updates.ts';

/** Parts of the running process shown in the admin. */
export type Running = {
  config: Config;
  jobs: Jobs;
  logs: LogRing;
  updates: Updates;
  proxy: ProxyWatch;
  answers?: AnswerTimes;
  /** The processes of the site, where there may be several. */
  shared?: { name: string; logs?: SharedLogs; list: () => Promise<{ name: string }[]> };
};
export type SystemDeps = { db: Db; search: Search; running: Running };

type LogQuery = Input<typeof adminSystem.logs>['query'];

export async function showSystem({ db, search, running }: SystemDeps) {
  const [indexed, articles, { newer, notes, last }] = await Promise.all([
    search.size(db),
    countIndexed(db),
    running.updates.read(),
  ]);
  return {
    version: programVersion(),
    newer,
    notes,
    command: await upgradeCommand(newer, running.config.upgradeUrl),
    asked: last ? { at: isoTime(last.checkedAt), failure: withoutSecrets(last.failure) } : null,
    startedAt: isoTime(Math.round(performance.timeOrigin)),
    environment: [
      ...describeEnvironment(running.config, await readSettings(db)),
      ...(await describeProcesses(running)),
    ],
    search: { indexed, articles },
  };
}

/** Newest log lines of all processes, without details for the demo account. */
export async function listLogs({ running }: SystemDeps, viewer: Viewer, query: LogQuery) {
  const { logs, name = '' } = running.shared ?? {};
  const own = running.logs.list(query).map((line) => ({ ...line, process: logs ? name : '' }));
  const others = (await logs?.listOthers().catch(() => [])) ?? [];
  return [...own, ...others.filter((line) => isWanted(line, query))]
    .sort((one, other) => other.at - one.at)
    .slice(0, linesShown)
    .map(({ at, detail, ...line }) => ({ ...line, at: isoTime(at), detail: isStaff(viewer) ? detail : '' }));
}

const linesShown = 500;

async function describeProcesses({ shared }: Running) {
  const names = (await shared?.list().catch(() => []))?.map(({ name }) => name) ?? [];
  if (names.length < 2) return [];
  return [{ name: '进程', value: `${names.length} 个`, about: `${names.join('、')}；这一页来自 ${shared?.name}` }];
}

/** Checks for an update now. @throws Failure invalid-input unless enabled; unavailable without an answer */
export async function askUpdates({ db, running }: SystemDeps, viewer: Viewer) {
  if (!(await readSettings(db)).system.updates) throw new Failure('invalid-input', '没有打开检查新版本');
  await db.transaction().execute((trx) => recordAct(trx, viewer, { act: 'system.ask-updates' }));
  await running.updates.ask().catch((error: Error) => {
    throw new Failure('unavailable', `检查失败：${withoutSecrets(error.message)}`);
  });
  return { newer: (await running.updates.read()).newer };
}

/** Drops every cached page in all processes. */
export async function clearPages({ db }: SystemDeps, viewer: Viewer) {
  await db.transaction().execute(async (trx) => {
    await enqueue(trx, 'drop-pages', { tags: [everyPage] });
    await recordAct(trx, viewer, { act: 'system.clear-pages' });
  });
  return null;
}

const rebuilding = new WeakSet<Db>();

/** Rebuilds the index while searches go on. @throws Failure already-done while a rebuild runs */
export async function rebuildSearch({ db, search }: SystemDeps, viewer: Viewer) {
  if (rebuilding.has(db)) throw new Failure('already-done', '正在重建，请稍候');
  rebuilding.add(db);
  try {
    const indexed = await rebuildIndex(db, search);
    await indexAllAgain(db);
    await db
      .transaction()
      .execute((trx) => recordAct(trx, viewer, { act: 'system.rebuild-search', after: { indexed } }));
    return { indexed };
  } finally {
    rebuilding.delete(db);
  }
}

/** Shows only the host of addresses that may hold passwords. */
function describeEnvironment(config: Config, { mail }: Settings) {
  const isPostgres = dialectOf(config.databaseUrl) === 'postgres';
  return [
    { name: 'SITE_URL', value: config.siteUrl, about: '站点的网址' },
    { name: 'HOST、PORT', value: `${config.host}:${config.port}`, about: '监听地址' },
    { name: 'DATA_DIR', value: config.dataDir, about: '数据目录' },
    {
      name: 'DATABASE_URL',
      value: isPostgres ? `PostgreSQL，${hostOf(config.databaseUrl)}` : 'SQLite，数据目录里的一个文件',
      about: '数据库',
    },
    { name: 'STORAGE_URL', value: config.storageUrl ? hostOf(config.storageUrl) : '数据目录', about: '上传的文件' },
    { name: 'SMTP_URL', value: describeSmtp(config.smtpUrl, mail.host), about: '寄信的服务器' },
    { name: 'TRUST_PROXY', value: String(config.trustProxy), about: '前面有几层代理' },
    { name: 'LOG_LEVEL', value: config.logLevel, about: '日志写到哪一级' },
    { name: 'Node.js', value: process.version, about: `运行环境（${process.platform} ${process.arch}）` },
  ];
}

/** The server of the settings takes precedence. */
function describeSmtp(smtpUrl: string | undefined, chosen: string) {
  if (chosen) return `用后台「邮件」里填的 ${chosen}`;
  return smtpUrl ? hostOf(smtpUrl) : '没有设置';
}

function hostOf(url: string) {
  return URL.parse(url)?.host || '已设置';
}

type JobDeps = { db: Db; jobs: Jobs };

const failuresShown = 50;

/** Jobs, and their recent failures. */
export async function listJobs({ db, jobs }: JobDeps): Promise<{ jobs: JobRow[]; failures: JobFailure[] }> {
  const failures = await listFailures(db, failuresShown);
  return {
    jobs: (await jobs.list()).map(({ last, nextAt, ...job }) => ({
      ...job,
      last: last ? shown(last) : null,
      nextAt: nextAt === undefined ? null : isoTime(nextAt),
    })),
    failures: failures.map(shown),
  };
}

/** @throws Failure not-found; already-done while it runs */
export async function runJob({ db, jobs }: JobDeps, viewer: Viewer, name: string) {
  await jobs.runNow(name);
  await db.transaction().execute((trx) => recordAct(trx, viewer, { act: 'jobs.run', subject: name }));
  return null;
}

function shown<Run extends { startedAt: number; failure: string }>(run: Run) {
  return { ...run, startedAt: isoTime(run.startedAt), failure: withoutSecrets(run.failure) };
}
