import { existsSync } from 'node:fs';
import { howToRun } from '../../platform/command-line.ts';
import type { Config } from '../../platform/config.ts';
import { openDatabase } from '../../platform/db/open.ts';
import type { Db } from '../../platform/db/schema.ts';
import { findRunning } from '../../platform/pid-file.ts';
import { takeTicket } from '../../platform/tickets/tickets.ts';
import { checkAddress } from './address.ts';
import { checkDatabase, checkMail, checkRemotes, checkStorage, doctorTicket } from './data.ts';
import { bad, type Finding, messageOf, ok, warn } from './finding.ts';
import { checkClock, checkDisk, checkFolder, checkMemory } from './machine.ts';

/** Checks everything a site needs, from the machine to its public address. Changes nothing that stays. */
export async function examine(config: Config): Promise<Finding[]> {
  const { dataDir } = config;
  const clock = await attempt('时钟', () => checkClock(dataDir));
  const memory = await attempt('内存', () => checkMemory());
  if (!existsSync(dataDir)) {
    const advice = `第一次启动（${howToRun('start')}）会建好它；站点早就有了的话，是 DATA_DIR 写错了`;
    return [clock, memory, warn('数据文件夹', `还没有 ${dataDir}，其余没有查`, advice)];
  }
  const disk = await attempt('磁盘', () => checkDisk(dataDir));
  const folder = await attempt('数据文件夹', () => checkFolder(dataDir));
  const db = openDatabase(config.databaseUrl);
  try {
    return [clock, memory, disk, folder, ...(await examineSite(db, config))];
  } finally {
    await db.destroy().catch(() => {}); // a database that failed to open
  }
}

async function examineSite(db: Db, config: Config): Promise<Finding[]> {
  const { findings, ticket } = await checkDatabase(db, config);
  const storage = await checkStorage(config);
  if (ticket === undefined) return [...findings, storage, warn('其余', '邮件与网址没有查', '先把数据库弄好')];
  try {
    const mail = await attempt('邮件', () => checkMail(db, config.smtpUrl));
    const remotes = await attempt('别处的备份', () => checkRemotes(db));
    return [...findings, storage, mail, remotes, ...(await examineRunning(config, ticket))];
  } finally {
    await takeTicket(db, doctorTicket, ticket);
  }
}

/** A site of several machines may run on another one: the address is asked all the same. */
async function examineRunning(config: Config, ticket: string): Promise<Finding[]> {
  const site = findRunning(config.dataDir);
  if (site) return [ok('运行', `墨笺 ${site.version}，进程 ${site.pid}`), ...(await checkAddress(config, ticket))];
  const stopped = warn('运行', '这台机器上没有在运行', `启动：${howToRun('start')}`);
  return config.siteUrlIsSet ? [stopped, ...(await checkAddress(config, ticket))] : [stopped];
}

/** A check that fails by itself hides no other. */
async function attempt(name: string, check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check();
  } catch (error) {
    return bad(name, `没有查成：${messageOf(error)}`, '先解决这个');
  }
}
