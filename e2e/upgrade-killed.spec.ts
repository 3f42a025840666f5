import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openCorpus } from '../bench/corpus.ts';
import {
  endNow,
  type Installed,
  install,
  killPoints,
  openReleases,
  quickly,
  type Releases,
  watchAnswers,
  write,
  written,
} from './installed-site.ts';
import { isLong } from './long.ts';
import { addMigration, grow } from './releases.ts';

const slow = { timeout: 600_000, retry: 0 };

let releases: Releases;
let site: Installed;
let good: string;
let corpus: string;
beforeAll(async () => {
  if (!isLong) return;
  releases = openReleases();
  good = releases.next('good', (release) => addMigration(release, '999-grown', grow));
  corpus = join(releases.folder, 'corpus');
  mkdirSync(corpus);
  await (await openCorpus(join(corpus, 'mojian.db'))).destroy();
}, 600_000);
afterEach(() => site?.remove());
afterAll(() => releases?.remove());

/** For docs/log.md, 041. */
function report(words: string) {
  process.stdout.write(`${words}\n`);
}

describe.runIf(isLong).each(killPoints)('with 10,000 articles, killed at %s', (killAt) => {
  test('the site answers with the old or the new version, and the next upgrade ends it', slow, async () => {
    site = await install(releases, { from: corpus });
    write(site.dataDir, 1);
    const steps = async () => {
      await site.run(['upgrade', good, '--watch', '5', '--wait', '120'], { killAt });
      await expect.poll(() => site.isUp(), { timeout: 120_000 }).toBe(true);
      const at = site.journal()?.step;
      const begun = Date.now();
      const ended = await site.run(['upgrade', ...quickly]);
      return { at, ended, seconds: (Date.now() - begun) / 1000 };
    };
    const { result, longest, disk } = await watchAnswers(site, steps());
    const { at, ended, seconds } = result;
    expect(ended.code).toBe(0);
    report(
      `${killAt}（${at}）→ ${site.current()}：收尾 ${seconds.toFixed(1)} 秒，最长 ${longest} 毫秒没有应答，数据文件夹最多多出 ${(disk / 1e6).toFixed(0)} MB`,
    );
    expect(site.journal()?.step ?? 'undone').toMatch(/^(done|undone)$/);
    expect(await site.isUp(site.current())).toBe(true);
    expect(written(site.dataDir)).toEqual([1]);
    expect(site.versions().filter((name) => /tmp|old|new/.test(name))).toEqual([]);
    if (site.current() === '0.2.0' && killAt === 'unpack') {
      const begun = Date.now();
      const again = await watchAnswers(site, site.run(['upgrade', good, ...quickly]));
      expect(again.result).toMatchObject({ code: 0, output: expect.stringContaining('升级好了') });
      report(
        `  再升级 ${((Date.now() - begun) / 1000).toFixed(1)} 秒，最长 ${again.longest} 毫秒没有应答，最多多出 ${(again.disk / 1e6).toFixed(0)} MB：${again.result.output.split('\n')[0]}`,
      );
      expect(await site.isUp('0.2.1')).toBe(true);
    }
  });

  test('after a power cut the next start of the site ends it', slow, async () => {
    site = await install(releases, { from: corpus });
    write(site.dataDir, 1);
    await site.run(['upgrade', good, '--watch', '5', '--wait', '120'], { killAt });
    const { startPid, trialPid } = site.journal() ?? {};
    for (const pid of [startPid, trialPid]) if (typeof pid === 'number' && pid > 0) endNow(pid);
    await site.kill();
    const begun = Date.now();
    await site.start();
    report(`断电于 ${killAt} → ${site.running()}：${((Date.now() - begun) / 1000).toFixed(1)} 秒又能答`);
    expect(await site.isUp(site.current())).toBe(true);
    expect(written(site.dataDir)).toEqual([1]);
  });
});
