import { statfs } from 'node:fs/promises';
import { freemem } from 'node:os';
import type { Sign } from '@mojian/contract/operations/office';
import { readableSize } from '@mojian/contract/platform/readable-size';
import { dayLength } from '@mojian/contract/platform/time';
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
import { writeProbe } from '../../platform/limits/limits.ts';
import { describeTrouble, findTrouble } from '../../platform/mail/outcomes.ts';
import { chosenServer, storeOnly } from '../../platform/mail/smtp-url.ts';
import type { AnswerTimes } from '../../platform/metrics/answer-times.ts';
import { countEntriesByState } from '../../platform/outbox/outbox.ts';
import { programVersion } from '../../platform/program-files.ts';
import { backupHealth } from '../backups/backups.ts';
import { describeRemotes } from '../remotes/remote-health.ts';
import type { SystemDeps } from './admin-system.ts';

/** `advice`: what the owner does about it; whatever is not well has one. */
type Finding = { state: 'ok'; text: string } | { state: 'warn' | 'bad'; text: string; advice: string };
type Check = [string, () => Promise<Finding>];

const megabyte = 1024 ** 2;

/** Checks each part; one that throws is bad and hides no other. */
export async function checkHealth({ db, search, running: { config, jobs, updates, proxy, answers } }: SystemDeps) {
  const checks: Check[] = [
    ['快慢', async () => speed(answers)],
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
      const finding = await ask().catch((): Finding => ({ state: 'bad', text: '检查失败', advice: asksInstaller }));
      return { name, advice: '', ...finding };
    }),
  );
  const { newer } = await updates.read().catch(() => ({ newer: '' }));
  return { version: programVersion(), newer, signs };
}

const asksInstaller = '刷新再看；一直这样，就把下面的日志交给装站的人';

type DiskSpace = { bavail: number; blocks: number; bsize: number };

/** Milliseconds within which nineteen of twenty answers should come. */
const usualMost = 1500;

function speed(answers: AnswerTimes | undefined): Finding {
  const summary = answers?.summary();
  if (!summary) return { state: 'ok', text: '还没有人打开过' };
  const { count, half, most, slowest } = summary;
  const text = `最近 ${count} 次打开，一半不到 ${inSeconds(half)}，绝大多数不到 ${inSeconds(most)}`;
  if (most <= usualMost) return { state: 'ok', text };
  const named = slowest.slice(0, 3).map(([path, took]) => `${path}（${inSeconds(took)}）`);
  const advice = `最慢的是 ${named.join('、')}。看看磁盘与内存是不是满了；一直慢，就请装站的人换大一点的服务器`;
  return { state: 'warn', text, advice };
}

function inSeconds(milliseconds: number) {
  return milliseconds < 1000 ? `${Math.ceil(milliseconds)} 毫秒` : `${(milliseconds / 1000).toFixed(1)} 秒`;
}

const unseenProxy: Check = [
  '读者的地址',
  async () => ({
    state: 'bad',
    text: '所有读者被当成同一个地址：一个人输错密码，会让所有人都登录不了',
    advice: `请装站的人看：${unseenProxyWords}`,
  }),
];

async function database(db: Db, url: string): Promise<Finding> {
  const [bytes, took] = [await databaseSize(db, url), await timeWrite(db)];
  const text = `${readableSize(bytes)}，写入 ${took.toFixed(1)} 毫秒`;
  if (took <= 200) return { state: 'ok', text };
  return { state: 'warn', text, advice: '写得慢，多半是磁盘忙或快满了。先看「磁盘」；备份正在做时也会慢，等它做完' };
}

async function backup(db: Db): Promise<Finding> {
  const { proven, lastScheduled } = await backupHealth(db);
  const trouble = lastScheduled?.failure || lastScheduled?.doubt;
  if (trouble)
    return { state: 'bad', text: `上次失败：${trouble}`, advice: '到「备份」里点「立即备份」，看它这次说什么' };
  if (!proven)
    return { state: 'warn', text: '还没有试恢复过的备份', advice: '到「备份」里点「立即备份」，再点「试恢复」' };
  const { text: elsewhere, trouble: notUploaded } = await describeRemotes(db);
  if (notUploaded)
    return { state: 'bad', text: notUploaded, advice: '到「备份」的「别处的备份」里点「试一试」，照它说的改' };
  const isOld = Date.now() - proven.createdAt > 8 * dayLength;
  const text = [`${chinaTime(proven.createdAt)}，试恢复过`, elsewhere].filter(Boolean).join('，');
  if (!isOld) return { state: 'ok', text };
  return { state: 'warn', text, advice: '超过八天没有新的了：到「备份」里点「立即备份」，并看「备份频率」是不是关了' };
}

/** Share of the disk of a folder that is full. */
export async function disk(folder: string, stat: (path: string) => Promise<DiskSpace> = statfs): Promise<Finding> {
  const { bavail, blocks, bsize } = await stat(folder);
  const free = bavail * bsize;
  const used = Math.round((1 - bavail / blocks) * 100);
  const state = free < 200 * megabyte ? 'bad' : free < 1024 * megabyte ? 'warn' : 'ok';
  const text = `用去 ${used}%，还有 ${readableSize(free)}`;
  if (state === 'ok') return { state, text };
  return {
    state,
    text,
    advice: '把旧的备份下载之后删除几份，在「文件」里删除没用到的图片；还不够，就请装站的人加大磁盘',
  };
}

function memory(): Finding {
  const used = process.memoryUsage.rss();
  const state = used > 450 * megabyte ? 'warn' : 'ok';
  const text = `用 ${readableSize(used)}，机器余 ${readableSize(freemem())}`;
  return state === 'ok'
    ? { state, text }
    : { state, text, advice: '请装站的人重新启动站点；常常这样，就换大一点的服务器' };
}

async function outbox(db: Db): Promise<Finding> {
  const { waiting, failing, over } = await countEntriesByState(db);
  if (over > 0)
    return {
      state: 'bad',
      text: `${over} 件不再重试`,
      advice: '到「发件箱」里看失败的原因，改好之后点「重试」，或者删除',
    };
  if (failing > 0) return { state: 'warn', text: `${failing} 件失败，等待重试`, advice: '到「发件箱」里看失败的原因' };
  return { state: 'ok', text: waiting > 0 ? `${waiting} 件等待中` : '没有待执行的任务' };
}

async function jobsOf(jobs: Jobs): Promise<Finding> {
  const all = await jobs.list();
  const failed = all.filter(({ last }) => last?.failure).map(({ name }) => name);
  if (failed.length === 0) return { state: 'ok', text: `${all.length} 个任务，都正常` };
  return { state: 'warn', text: `失败：${failed.join('、')}`, advice: '到「定时任务」里点「立即执行」，看它说什么' };
}

/** The settings' server takes precedence over the environment's, as for mails. */
async function mail(db: Db, smtpUrl: string | undefined): Promise<Finding> {
  const url = chosenServer((await readSettings(db)).mail) ?? smtpUrl;
  const trouble = url && (await findTrouble(db));
  if (trouble)
    return {
      state: 'bad',
      text: describeTrouble(trouble),
      advice: '在「站点设置」的「邮件」里核对发信服务器，发一封测试邮件；没有寄出的信，到「发件箱」里重试',
    };
  if (url === storeOnly)
    return {
      state: 'warn',
      text: '信都留在本站，不寄出去（SMTP_URL=keep:）',
      advice: '要寄出去，在「站点设置」的「邮件」里填上邮箱的发信服务器',
    };
  if (url) return { state: 'ok', text: `由 ${URL.parse(url)?.hostname || '邮件服务器'} 寄出` };
  const text = '没有发信服务器：验证码、找回密码与提醒都寄不出，注册要你通过';
  return { state: 'warn', text, advice: '在「站点设置」的「邮件」里填上邮箱的发信服务器，再发一封测试邮件' };
}

function searchIndex(indexed: number, articles: number): Finding {
  if (indexed === articles) return { state: 'ok', text: `${articles} 篇，与正文一致` };
  return { state: 'warn', text: `编入 ${indexed} 篇，文章 ${articles} 篇`, advice: '点下面「重建检索」的「重建」' };
}

async function hot(db: Db): Promise<Finding> {
  const { triedAt, silent, all } = await sourceHealth(db);
  if (triedAt === 0) return { state: 'ok', text: '还没有获取过：有人打开热搜时才获取' };
  const when = `${chinaTime(triedAt)} 获取 ${all} 个来源`;
  if (silent.length === 0) return { state: 'ok', text: `${when}，都有响应` };
  const advice = '别的网站的事，过一阵再看；一直这样，可以在「站点设置」的「热搜来源」里换一个地址，或关掉热搜';
  if (silent.length === all) return { state: 'bad', text: `${when}，都没有响应`, advice };
  const text = `${when}，${all - silent.length} 个有响应；没有响应的是${silent.join('、')}`;
  return { state: 'warn', text, advice };
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

/** Milliseconds until a row is durably written. */
async function timeWrite(db: Db) {
  const begun = performance.now();
  const undo = await writeProbe(db);
  const took = performance.now() - begun;
  await undo();
  return took;
}
