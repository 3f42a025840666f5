import { defineCommand, printable, printJson } from '../../platform/command-line.ts';
import { readConfig } from '../../platform/config.ts';
import { examine } from './doctor.ts';
import type { Finding } from './finding.ts';

export const command = defineCommand(
  {
    syntax: '[--json]',
    help: `检查时钟、磁盘、内存、权限、数据库、存储、邮件，再照读者那样打开 SITE_URL：证书、反向代理的层数、上传、实时消息。
每一条说出怎么办；有毛病退出码是 1。站点不必停下。--json 给程序读。`,
    words: [0, 0],
    flags: { json: 'plain' },
  },
  async ({ flags: { json } }) => {
    const findings = await examine(readConfig(process.env));
    const isHealthy = findings.every(({ state }) => state !== 'bad');
    if (json) printJson({ ok: isHealthy, findings });
    else print(findings);
    process.exitCode = isHealthy ? 0 : 1;
  },
);

const marks = { ok: '✓', warn: '!', bad: '✗' };

function print(findings: Finding[]) {
  for (const { name, state, text, advice } of findings) {
    process.stdout.write(printable(`${marks[state]} ${name.padEnd(5, '　')}　${text}\n`));
    if (advice) process.stdout.write(printable(`　　　　　　　→ ${advice}\n`));
  }
  const faults = findings.filter(({ state }) => state === 'bad').length;
  const doubts = findings.filter(({ state }) => state === 'warn').length;
  process.stdout.write(
    `\n${faults > 0 ? `${faults} 处毛病` : '没有毛病'}${doubts > 0 ? `，${doubts} 处可以留意` : ''}。\n`,
  );
}
