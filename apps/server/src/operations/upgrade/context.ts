import { accessSync, constants, mkdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { WrongUse } from '../../platform/command-line.ts';
import { type Config, readConfig } from '../../platform/config.ts';
import { findRunning } from '../../platform/pid-file.ts';
import { isNpmPackage, programFile } from '../../platform/program-files.ts';
import { findHome, type Home, Privileges } from './home.ts';
import { lockUpgrades } from './journal.ts';
import { findService } from './running.ts';

/** Settings and tools of one upgrade. */
export type Context = {
  config: Config;
  home: Home;
  env: NodeJS.ProcessEnv;
  privileges: Privileges;
  say: (line: string) => void;
  /** Systemd's unit of the site. */
  service: string | undefined;
  /** Milliseconds a new version is watched. */
  watch: number;
  /** Milliseconds within which a started version has to answer. */
  wait: number;
};

const byHand = `这里不是用 install.sh 装的，不能自己升级、退回。请照下面做：
  1. 备份：mojian backup
  2. 停下站点
  3. 把新的发布包解开，放在旧的旁边
  4. 用同样的设置启动新的：bin/mojian start
  不对就停下它，启动旧的，把备份恢复进去：mojian restore 备份.zip`;

const byNpm = `这是用 npx 装的。升级请照下面做：
  1. 备份：npx mojian backup
  2. 停下站点
  3. 在同一个文件夹里启动新的：npx mojian@latest
  不对就停下它，启动旧的（npx mojian@旧版本），把备份恢复进去：npx mojian restore 备份.zip`;

export const timing = { watch: 'with a value', wait: 'with a value' } as const;

type Timing = { watch?: string; wait?: string };

/** Runs work under the lock of upgrades. @throws Error in Chinese where it cannot */
export async function withUpgrade(
  env: NodeJS.ProcessEnv,
  { watch = '60', wait = '300' }: Timing,
  work: (context: Context) => Promise<void>,
) {
  const config = readConfig(env);
  const home = findHome(programFile('.'));
  if (!home || process.platform === 'win32') throw new Error(isNpmPackage ? byNpm : byHand);
  if (config.dataDir.startsWith(programFile('.')))
    throw new Error('DATA_DIR 在程序文件夹里，换了版本就找不到：请先把它移到外面，写成绝对路径');
  requireWritable(home);
  mkdirSync(config.dataDir, { recursive: true });
  const privileges = new Privileges(config.dataDir);
  const release = await lockSoon(config.dataDir);
  if (!release) throw new Error('正在升级，请等待完成');
  const say = (line: string) => process.stdout.write(`${line}\n`);
  try {
    const service = findService(home, findRunning(config.dataDir)?.pid);
    await work({ config, home, env, privileges, say, service, watch: seconds(watch), wait: seconds(wait) });
  } finally {
    release();
  }
}

/** Tries for a moment: a look whether somebody upgrades takes the lock as well. */
async function lockSoon(dataDir: string) {
  for (let tries = 0; tries < 10; tries++, await setTimeout(100)) {
    const release = lockUpgrades(dataDir);
    if (release) return release;
  }
  return undefined;
}

function requireWritable({ folder }: Home) {
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw new Error(`没有写入 ${folder} 的权限，请用 root 运行：前面加 sudo`);
  }
}

function seconds(typed: string) {
  const value = Number(typed);
  if (!(value >= 0)) throw new WrongUse(`要写秒数：${typed}`);
  return value * 1000;
}
