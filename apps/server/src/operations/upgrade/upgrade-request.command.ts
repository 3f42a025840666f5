import { defineCommand } from '../../platform/command-line.ts';
import { readConfig } from '../../platform/config.ts';
import { programFile, programVersion } from '../../platform/program-files.ts';
import { type Context, timing, withUpgrade } from './context.ts';
import { findHome, Privileges } from './home.ts';
import { readStatus, takeRequest, type UpgradeRequest, type UpgradeStatus, writeStatus } from './request.ts';
import { finishInterrupted, planRollback, rollBack } from './upgrade.ts';
import { upgradeTo, upgradeToUploaded } from './upgrade-to.ts';

export const command = defineCommand(
  {
    syntax: '',
    help: `照后台写下的请求升级、退回或收尾，把做到哪里写给后台看。install.sh 装的 mojian-upgrade.service 运行它，不用自己敲。
请求里只有版本号：从 UPGRADE_URL 下载的、在后台传上来的，都照 mojian upgrade 那样核对。没有请求，就收拾上一次中断的升级。`,
    words: [0, 0],
    flags: timing,
  },
  async ({ flags }) => {
    const { dataDir } = readConfig(process.env);
    const privileges = new Privileges(dataDir); // reads what follows as the owner of the data
    const request = takeRequest(dataDir);
    const report = reportFor(dataDir, request, privileges);
    try {
      await withUpgrade(process.env, flags, async (context) => {
        await serve({ ...context, say: sayTo(context, report) }, request);
        if (!request) report?.endBy(findHome(programFile('.'))?.current ?? context.home.current);
      });
      report?.end('done');
    } catch (error) {
      report?.end('failed', (error as Error).message);
      throw error;
    }
  },
);

/** Reports of a new request, or goes on with the report of one whose process died. */
function reportFor(dataDir: string, request: UpgradeRequest | undefined, privileges: Privileges) {
  if (request) {
    const { id, act } = request;
    const version = act === 'upgrade' ? request.version : '';
    const begun = { state: 'running' as const, lines: [], startedAt: Date.now(), endedAt: null };
    return new Report(dataDir, { format: 1, id, act, version, ...begun }, privileges);
  }
  const left = readStatus(dataDir);
  return left?.state === 'running' ? new Report(dataDir, left, privileges) : undefined;
}

const sayTo =
  ({ say }: Context, report: Report | undefined) =>
  (line: string) => {
    say(line);
    report?.add(line);
  };

async function serve(context: Context, request: UpgradeRequest | undefined) {
  await finishInterrupted(context);
  if (!request || request.act === 'finish') return;
  const ready = { ...context, home: findHome(programFile('.')) ?? context.home };
  if (request.act === 'rollback') return rollBack(ready, await planRollback(ready));
  await (request.source === 'upload' ? upgradeToUploaded(ready, request.version) : upgradeTo(ready, request.version));
}

const [mostLines, longestLine] = [60, 300];

/** Writes how far a request has come, for the back office, as the owner of the data whatever root is doing. */
class Report {
  readonly #dataDir: string;
  readonly #privileges: Privileges;
  readonly #status: UpgradeStatus;

  constructor(dataDir: string, status: UpgradeStatus, privileges: Privileges) {
    this.#dataDir = dataDir;
    this.#privileges = privileges;
    this.#status = { ...status };
    this.#write();
  }

  add(line: string) {
    this.#status.lines = [...this.#status.lines, line.slice(0, longestLine)].slice(-mostLines);
    this.#write();
  }

  /** Ends a report whose process died, by the version that is there now. */
  endBy(current: string) {
    const { act, version } = this.#status;
    const isDone = act === 'finish' || (act === 'upgrade' ? current === version : current !== programVersion());
    this.end(isDone ? 'done' : 'failed', `中途断过，收尾了，现在是 ${current}`);
  }

  end(state: 'done' | 'failed', line?: string) {
    if (this.#status.state !== 'running') return;
    Object.assign(this.#status, { state, endedAt: Date.now() });
    if (line === undefined) this.#write();
    else this.add(line);
  }

  #write() {
    this.#privileges.asOwner(() => writeStatus(this.#dataDir, this.#status));
  }
}
