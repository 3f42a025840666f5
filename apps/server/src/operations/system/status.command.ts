import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readableSize } from '@mojian/contract/platform/readable-size';
import { dayLength, hourLength, minuteLength } from '@mojian/contract/platform/time';
import { defineCommand, howToRun, printJson } from '../../platform/command-line.ts';
import { readConfig } from '../../platform/config.ts';
import { chinaTime } from '../../platform/dates.ts';
import {
  findRunning,
  isDataFolderLocked,
  localAddress,
  type RunningSite,
  readPidFile,
} from '../../platform/pid-file.ts';
import { describeInterrupted } from '../upgrade/recover.ts';

const timeoutMs = 5000;

export const command = defineCommand(
  {
    syntax: '[--ready] [--json]',
    help: `站点在不在运行：版本、从什么时候起、地址、能不能服务、数据有多大。在运行、能服务，退出码是 0，否则是 1。
--ready 不算数据的大小，给经常来问的程序用，如容器的健康检查；DATA_DIR 里没有记着在运行的进程时，再照 HOST 与 PORT 问一次。--json 给程序读。`,
    words: [0, 0],
    flags: { json: 'plain', ready: 'plain' },
  },
  async ({ flags: { json, ready } }) => {
    const { dataDir, siteUrl, host, port } = readConfig(process.env);
    const site = await describeSite(dataDir);
    const asksOwn = !site.running && (ready || isDataFolderLocked(dataDir));
    const own = asksOwn ? await describeOwn(localAddress({ host, port })) : undefined;
    const status = { ...(own ?? site), siteUrl, dataDir };
    const all = ready ? status : { ...status, dataBytes: await sizeOf(dataDir) };
    if (json) printJson(all);
    else print(all);
    process.exitCode = status.running && status.ready ? 0 : 1;
  },
);

type Stopped = { running: false; stalePid: number | null };
type Running = { running: true; ready: boolean; address: string } & Partial<RunningSite>;
type Status = (Stopped | Running) & { siteUrl: string; dataDir: string; dataBytes?: number };

async function describeSite(dataDir: string): Promise<Stopped | Running> {
  const site = findRunning(dataDir);
  if (!site) return { running: false, stalePid: readPidFile(dataDir)?.pid ?? null };
  const address = localAddress(site);
  const { pid, version, startedAt } = site;
  return { running: true, ready: await isReady(address), pid, version, startedAt, address };
}

/** Asks at the address of this environment: the file names only one of several processes that share a folder, or one in a container. */
async function describeOwn(address: string): Promise<Running | undefined> {
  return (await isReady(address)) ? { running: true, ready: true, address } : undefined;
}

function isReady(address: string) {
  return fetch(`${address}/readyz`, { signal: AbortSignal.timeout(timeoutMs) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

function print({ siteUrl, dataDir, dataBytes, ...status }: Status) {
  const data = `数据  ${dataDir}${dataBytes === undefined ? '' : `，${readableSize(dataBytes)}`}`;
  const lines = status.running ? describeRunning(status, siteUrl) : describeStopped(status.stalePid);
  const interrupted = describeInterrupted(dataDir);
  process.stdout.write(`${[...lines, data, ...(interrupted ? [`升级  ${interrupted}`] : [])].join('\n')}\n`);
}

function describeRunning({ version, pid, startedAt, ready, address }: Running, siteUrl: string) {
  return [
    startedAt === undefined
      ? '墨笺在运行'
      : `墨笺 ${version} 在运行，进程 ${pid}，${describeTime(Date.parse(startedAt))}`,
    `地址  ${address}，读者打开 ${siteUrl}`,
    `就绪  ${ready ? '是' : `否：数据库或存储没有应答，或者正在启动、停下；${howToRun('doctor')} 查原因`}`,
  ];
}

function describeTime(begun: number) {
  return `从 ${chinaTime(begun)} 起，已 ${duration(Date.now() - begun)}`;
}

function describeStopped(stalePid: number | null) {
  const last = stalePid === null ? '' : `上次的进程 ${stalePid} 没有正常停下就不在了。`;
  return [`墨笺没有在运行。${last}`];
}

function duration(milliseconds: number) {
  if (milliseconds < hourLength) return `${Math.max(0, Math.floor(milliseconds / minuteLength))} 分钟`;
  if (milliseconds < dayLength) return `${Math.floor(milliseconds / hourLength)} 小时`;
  return `${Math.floor(milliseconds / dayLength)} 天`;
}

/** Bytes of all files below a folder; what cannot be read, or goes meanwhile, counts nothing. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch((): Dirent[] => []);
  let bytes = 0;
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile()))
    bytes += (await lstat(join(parentPath, name)).catch(() => ({ size: 0 }))).size;
  return bytes;
}
