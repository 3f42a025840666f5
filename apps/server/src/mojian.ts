import { surviveClosedAnswers } from './platform/closed-answers.ts';
import type { Command } from './platform/command-line.ts';
import { keepTicksFast, reuseCompiledCode, setRunningFlags } from './platform/compiled-code.ts';

type Entry = { about: string; load: () => Promise<{ command: Command }> };

/** Milliseconds after the program began: once jobs may run, and once the first pages have been answered. */
const [runningFlagsAfter, codeWrittenAfter] = [1500, 20_000];

/** Commands in the order of `mojian help`, each loaded on use. */
const commands: Record<string, Entry> = {
  start: { about: '开站', load: loadStart },
  'setup-link': { about: '印出设站长账号的一次性链接', load: () => import('./operations/setup/setup-link.command.ts') },
  status: { about: '站点在不在运行', load: () => import('./operations/system/status.command.ts') },
  doctor: {
    about: '检查机器、数据、邮件与网址，说出怎么办',
    load: () => import('./operations/doctor/doctor.command.ts'),
  },
  backup: { about: '备份整个站，或列出备份', load: () => import('./operations/restore/backup.command.ts') },
  restore: { about: '把站点换成备份里的', load: () => import('./operations/restore/restore.command.ts') },
  import: { about: '导入文章', load: () => import('./operations/import/import.command.ts') },
  export: { about: '导出全部内容', load: () => import('./operations/content-export/export.command.ts') },
  'move-domain': {
    about: '换域名：把写着的旧网址换成新的',
    load: () => import('./operations/move-domain/move-domain.command.ts'),
  },
  set: { about: '查看或改站点设置', load: () => import('./core/settings/set.command.ts') },
  review: { about: '审核等着的评论、友链、文章', load: () => import('./operations/review/review.command.ts') },
  mails: { about: '看没有寄出的信', load: () => import('./platform/mail/mails.command.ts') },
  owner: { about: '站长忘了密码，或丢了通行密钥', load: () => import('./members/accounts/owner.command.ts') },
  sample: { about: '拿走示例内容', load: () => import('./operations/sample/sample.command.ts') },
  demo: { about: '往空站里放一个热闹的演示站', load: () => import('./operations/demo-site/demo.command.ts') },
  version: { about: '这个程序的版本', load: () => import('./operations/system/version.command.ts') },
  completion: {
    about: '印出命令行补全的脚本',
    load: async () => {
      const { completionCommand } = await import('./platform/completion.ts');
      return { command: completionCommand(listForCompletion) };
    },
  },
  upgrade: { about: '换成更新的版本', load: () => import('./operations/upgrade/upgrade.command.ts') },
  'upgrade-request': {
    about: '照后台的请求升级或退回（给 systemd 用）',
    load: () => import('./operations/upgrade/upgrade-request.command.ts'),
  },
  rollback: { about: '退回上一版', load: () => import('./operations/upgrade/rollback.command.ts') },
  'check-release': {
    about: '核对解开的发布包',
    load: () => import('./operations/upgrade/check-release.command.ts'),
  },
  'wechat:say': { about: '装作微信对站点说话，试公众号用', load: () => import('./members/wechat/say.command.ts') },
};

surviveClosedAnswers();

// shuts others on the machine out of what a site stores, unless they are already: it holds passwords
if ((process.umask() & 0o007) !== 0o007) process.umask(0o077);

const otherNames: Record<string, string> = { '--help': 'help', '-h': 'help', '--version': 'version', '-v': 'version' };
const [named = 'help', ...typed] = process.argv.slice(2);
const name = otherNames[named] ?? named;
const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe);
if (entry) void runEntry(entry);
else if (name === 'help') process.stdout.write(overview());
else refuse();

/** Loads this command with code that earlier starts compiled. */
function loadStart() {
  keepTicksFast();
  const write = reuseCompiledCode();
  setTimeout(setRunningFlags, runningFlagsAfter).unref();
  setTimeout(write, codeWrittenAfter).unref(); // only at the end, a power cut would lose it
  process.once('exit', write);
  return import('./start.command.ts');
}

/** A site that starts keeps the process; everything else ends with its exit code. */
async function runEntry({ load }: Entry) {
  try {
    const { command } = await load();
    process.exitCode = await command.run(name, typed);
  } catch (error) {
    await explain(error);
  }
  if (process.exitCode !== 0) setTimeout(() => process.exit(), 100).unref(); // ends what a failed start left open
}

/** `| head` closes the pipe early: the work goes on without a reader. */
function ignoreClosedPipe(error: NodeJS.ErrnoException) {
  if (error.code !== 'EPIPE') throw error;
}

/** Says why not even the command's code could be loaded or run. */
async function explain(error: unknown) {
  const { explainFailure } = await import('./platform/failures-at-start.ts');
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exitCode = 1;
}

function refuse() {
  process.stderr.write(`没有这个命令：${name}\n\n${overview()}`);
  process.exitCode = 2;
}

function overview() {
  const width = Math.max(...Object.keys(commands).map((one) => one.length));
  const lines = Object.entries(commands).map(([one, { about }]) => `  ${one.padEnd(width)}  ${about}`);
  return `墨笺\n\n用法：mojian <命令> [参数]\n\n${lines.join('\n')}\n\n每个命令加 --help 看怎么用。\n退出码：0 成功；1 出错，或查出毛病；2 用法不对。\n`;
}

function listForCompletion() {
  return Promise.all(
    Object.entries(commands)
      .filter(([one]) => one !== 'completion' && one !== 'wechat:say') // a colon ends a word in bash
      .map(async ([one, { about, load }]) => {
        const { flags, firstWords } = (await load()).command;
        return { name: one, about, flags, firstWords };
      }),
  );
}
