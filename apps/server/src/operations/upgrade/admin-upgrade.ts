import { existsSync, readdirSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { adminUpgrade, UpgradeProgress } from '@mojian/contract/operations/upgrade';
import type { Input, Reply } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { recordAct } from '../../core/audit/audit.ts';
import type { Config } from '../../platform/config.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isRelease, programFile, programVersion } from '../../platform/program-files.ts';
import { findHome } from './home.ts';
import { isEnded, isUpgrading, readJournal, type Step } from './journal.ts';
import { findOffered, offersOf, readVariant } from './offers.ts';
import { sizesOf } from './precautions.ts';
import { describeInterrupted } from './recover.ts';
import { isOverdue, isRequested, readStatus, type UpgradeStatus, withdrawRequest, writeRequest } from './request.ts';
import { planRollback } from './upgrade.ts';

export type UpgradeDeps = { db: Db; config: Config };

export async function showUpgrade({ db, config }: UpgradeDeps) {
  const way = wayOf(config);
  return {
    way,
    version: programVersion(),
    variant: await readVariant(),
    hasAddress: config.upgradeUrl !== undefined,
    canUpload: config.upgradeKey !== undefined,
    releases: way === 'button' ? await offersOf({ db, config }) : [],
    space: await spaceFor({ db, config }),
    rollback: await rollbackOf(config),
    interrupted: describeInterrupted(config.dataDir),
    progress: showProgress(config),
  };
}

/** Says how the site is upgraded, by how it was installed. */
function wayOf({ upgradeByRequest }: Config): Reply<typeof adminUpgrade.show>['way'] {
  if (upgradeByRequest) return 'button';
  if (findHome(programFile('.'))) return 'command';
  if (!isRelease) return 'clone';
  return existsSync('/.dockerenv') || existsSync('/run/.containerenv') ? 'container' : 'unpacked';
}

const reserve = 50 * 1024 ** 2;

/** Room that an upgrade takes, as the command reckons it; of the program as large as the present one. */
async function spaceFor({ db, config }: UpgradeDeps) {
  const { database, pictures } = await sizesOf(db, config.databaseUrl);
  const home = findHome(programFile('.'));
  const [programs, data] = [await statfs(home?.folder ?? programFile('.')), await statfs(config.dataDir)];
  return {
    program: (home ? sizeOf(join(home.folder, home.current)) : 0) + reserve,
    data: 4 * database + pictures + reserve,
    programFree: programs.bavail * programs.bsize,
    dataFree: data.bavail * data.bsize,
  };
}

function sizeOf(folder: string) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.reduce(
    (sum, { parentPath, name }) => sum + (statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

async function rollbackOf(config: Config) {
  const home = findHome(programFile('.'));
  const plan = home && (await planRollback({ config, home }).catch(() => undefined));
  return plan ? { from: plan.journal.to, to: plan.journal.from, keepsData: plan.keepsData } : null;
}

const steps: Record<Step, string> = {
  check: '核对发布包',
  unpack: '解开，核对每个文件',
  backup: '备份，并试着恢复一遍',
  copy: '复制数据，给新版试',
  trial: '在复制的数据上试运行',
  compare: '比较页面',
  switch: '换上新版',
  start: '停下旧版，启动新版',
  watch: '新版开着，看一会儿',
  tidy: '收拾',
  undo: '退回',
  done: '',
  undone: '',
};

/** State of the request and of the upgrade, from files: whichever version answers reads the same. */
export function showProgress({ dataDir }: Pick<Config, 'dataDir'>): UpgradeProgress {
  const step = stepOf(dataDir);
  const status = readStatus(dataDir);
  return {
    version: programVersion(),
    isWaiting: isRequested(dataDir),
    isOverdue: isOverdue(dataDir),
    step,
    status: status ? present(status, { isCutOff: isCutOff(dataDir, status, step) }) : null,
  };
}

/** Milliseconds in which a request that was taken up comes to the lock of upgrades. */
const takesUpWithin = 15_000;

/** Whether the process that reported is gone, and nothing is left to be finished. */
function isCutOff(dataDir: string, { state, startedAt }: UpgradeStatus, step: string) {
  return state === 'running' && step === '' && Date.now() - startedAt > takesUpWithin && !isUpgrading(dataDir);
}

function present(status: UpgradeStatus, { isCutOff }: { isCutOff: boolean }) {
  const { id, act, version, lines, startedAt, endedAt } = status;
  const isDone = act === 'upgrade' && programVersion() === version;
  const times = { startedAt: isoTime(startedAt), endedAt: endedAt === null ? null : isoTime(endedAt) };
  if (!isCutOff) return { id, act, version, lines, state: status.state, ...times };
  const line = `中途断过，现在是 ${programVersion()}`;
  return {
    id,
    act,
    version,
    lines: [...lines, line],
    state: isDone ? ('done' as const) : ('failed' as const),
    ...times,
  };
}

/** '' also for an upgrade whose process is gone: the page offers to finish it. */
function stepOf(dataDir: string) {
  try {
    if (!isUpgrading(dataDir)) return '';
    const journal = readJournal(dataDir);
    return journal && !isEnded(journal) ? steps[journal.step] : '';
  } catch {
    return '';
  }
}

type StartRequest = Input<typeof adminUpgrade.start>['body'];

/** Asks root's unit for an upgrade. @throws Failure invalid-input where there is none; already-done while one runs */
export async function startUpgrade({ db, config }: UpgradeDeps, viewer: Viewer, request: StartRequest) {
  const { dataDir } = config;
  if (wayOf(config) !== 'button') throw new Failure('invalid-input', '这里不能按一下就升级，请照页面上说的做');
  if (isRequested(dataDir) || isUpgrading(dataDir)) throw new Failure('already-done', '正在升级，请等待完成');
  if (request.act === 'upgrade' && !(await findOffered({ db, config }, request)))
    throw new Failure('not-found', '没有这一版，请再看一遍有哪些', 'version');
  const act = { upgrade: 'upgrade.start', rollback: 'upgrade.rollback', finish: 'upgrade.finish' } as const;
  const after = request.act === 'upgrade' ? { version: request.version } : undefined;
  await db.transaction().execute((trx) => recordAct(trx, viewer, { act: act[request.act], after }));
  await writeRequest(dataDir, request);
  return showProgress(config);
}

/** Takes back the request that waits for root's unit. @throws Failure already-done once it was taken up */
export async function withdrawUpgrade({ db, config }: UpgradeDeps, viewer: Viewer) {
  if (!withdrawRequest(config.dataDir)) throw new Failure('already-done', '没有等着的请求：服务器刚接手，或已经撤回了');
  await db.transaction().execute((trx) => recordAct(trx, viewer, { act: 'upgrade.withdraw' }));
  return showProgress(config);
}
