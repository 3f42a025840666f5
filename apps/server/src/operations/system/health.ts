import { statfs } from 'node:fs/promises';
import { freemem } from 'node:os';
import type { Sign } from '@mojian/contract/operations/office';
import { readableSize } from '@mojian/contract/platform/format';
import { sql } from 'kysely';
import { countIndexed } from '../../content/articles/index-articles.ts';
import { hasFeature } from '../../core/settings/features.ts';
import { readSettings } from '../../core/settings/settings.ts';
import { sourceHealth } from '../../pages/hot/hot.ts';
import { chinaTime } from '../../platform/dates.ts';
import { dialectOf } from '../../platform/db/dialect.ts';
import type { Db } from '../../platform/db/schema.ts';
import { unseenProxyWords } from '../../platform/http/unseen-proxy.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { chosenServer } from '../../platform/mail/smtp-url.ts';
import { countEntriesByState } from '../../platform/outbox/outbox.ts';
import { programVersion } from '../../platform/program-files.ts';
import { backupHealth } from '../backups/backups.ts';
import type { SystemDeps } from './admin-system.ts';

type Finding = Omit<Sign, 'name'>;
type Check = [string, () => Promise<Finding>];

const megabyte = 1024 ** 2;
const day = 86_400_000;

/** Checks each part; one that throws is bad and hides no other. */
export async function checkHealth({ db, search, running: { config, jobs, updates, proxy } }: SystemDeps) {
  const checks: Check[] = [
    ['数据库', () => database(db, config.databaseUrl)],
    ['备份', () => backup(db)],
    ['磁盘', () => disk(config.dataDir)],
    ['内存', async () => memory()],
    ['发件箱', () => outbox(db)],
    ['定时任务', () => jobsOf(jobs)],
    ['邮件', () => mail(db, config.smtpUrl)],
    ['检索', async () => searchIndex(await search.size(db), await countIndexed(db))],
    ...((await hasFeature(db, 'hot')) ? [['热搜来源', () => hot(db)] satisfies Check] : []),
    ...(proxy.isUnseen ? [unseenProxy] : []),
  ];
  const signs = await Promise.all(
    checks.map(async ([name, ask]): Promise<Sign> => {
      const finding = await ask().catch((): Finding => ({ state: 'bad', text: '检查失败' }));
      return { name, ...finding };
    }),
  );
  const { newer } = await updates.read().catch(() => ({ newer: '' }));
  return { version: programVersion(), newer, signs };
}

const unseenProxy: Check = ['反向代理', async () => ({ state: 'bad', text: unseenProxyWords })];

async function database(db: Db, url: string): Promise<Finding> {
  const [bytes, took] = [await databaseSize(db, url), await timeWrite(db)];
  return { state: took > 200 ? 'warn' : 'ok', text: `${readableSize(bytes)}，写入 ${took.toFixed(1)} 毫秒` };
}

async function backup(db: Db): Promise<Finding> {
  const { proven, lastScheduled } = await backupHealth(db);
  const trouble = lastScheduled?.failure || lastScheduled?.doubt;
  if (trouble) return { state: 'bad', text: `上次失败：${trouble}` };
  if (!proven) return { state: 'warn', text: '还没有试恢复过的备份' };
  const isOld = Date.now() - proven.createdAt > 8 * day;
  return { state: isOld ? 'warn' : 'ok', text: `${chinaTime(proven.createdAt)}，试恢复过` };
}

async function disk(folder: string): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const used = Math.round((1 - bavail / blocks) * 100);
  const state = free < 200 * megabyte ? 'bad' : free < 1024 * megabyte ? 'warn' : 'ok';
  return { state, text: `用去 ${used}%，还有 ${readableSize(free)}` };
}

function memory(): Finding {
  const used = process.memoryUsage.rss();
  const state = used > 450 * megabyte ? 'warn' : 'ok';
  return { state, text: `用 ${readableSize(used)}，机器余 ${readableSize(freemem())}` };
}

async function outbox(db: Db): Promise<Finding> {
  const { waiting, failing, over } = await countEntriesByState(db);
  if (over > 0) return { state: 'bad', text: `${over} 件不再重试，请处理` };
  if (failing > 0) return { state: 'warn', text: `${failing} 件失败，等待重试` };
  return { state: 'ok', text: waiting > 0 ? `${waiting} 件等待中` : '没有待执行的任务' };
}

async function jobsOf(jobs: Jobs): Promise<Finding> {
  const all = await jobs.list();
  const failed = all.filter(({ last }) => last?.failure).map(({ name }) => name);
  if (failed.length === 0) return { state: 'ok', text: `${all.length} 个任务，都正常` };
  return { state: 'warn', text: `失败：${failed.join('、')}` };
}

/** The settings' server takes precedence over the environment's, as for mails. */
async function mail(db: Db, smtpUrl: string | undefined): Promise<Finding> {
  const url = chosenServer((await readSettings(db)).mail) ?? smtpUrl;
  if (url) return { state: 'ok', text: `由 ${URL.parse(url)?.hostname || '邮件服务器'} 寄出` };
  return { state: 'warn', text: '没有发信服务器：验证码、找回密码与提醒都寄不出，注册要你通过' };
}

function searchIndex(indexed: number, articles: number): Finding {
  if (indexed === articles) return { state: 'ok', text: `${articles} 篇，与正文一致` };
  return { state: 'warn', text: `编入 ${indexed} 篇，文章 ${articles} 篇` };
}

async function hot(db: Db): Promise<Finding> {
  const { triedAt, silent, all } = await sourceHealth(db);
  if (triedAt === 0) return { state: 'warn', text: '还没有获取过：有人打开热搜时才获取' };
  const when = `${chinaTime(triedAt)} 获取 ${all} 个来源`;
  if (silent.length === 0) return { state: 'ok', text: `${when}，都有响应` };
  if (silent.length === all) return { state: 'bad', text: `${when}，都没有响应` };
  return { state: 'warn', text: `${when}，${all - silent.length} 个有响应；没有响应的是${silent.join('、')}` };
}

/** Bytes. */
async function databaseSize(db: Db, url: string) {
  const query =
    dialectOf(url) === 'postgres'
      ? sql<{ size: number }>`select pg_database_size(current_database()) as size`
      : sql<{ size: number }>`select page_count * page_size as size from pragma_page_count(), pragma_page_size()`;
  const { rows } = await query.execute(db);
  return Number(rows[0]?.size ?? 0);
}

/** Milliseconds until a row is durably written and deleted. */
async function timeWrite(db: Db) {
  const name = `health:${crypto.randomUUID()}`;
  const begun = performance.now();
  await db.insertInto('limits').values({ name, hits: 0, resetsAt: 0 }).execute();
  const took = performance.now() - begun;
  await db.deleteFrom('limits').where('name', '=', name).execute();
  return took;
}
