import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Installed, install, openReleases, quickly, type Releases, write, written } from './installed-site.ts';
import { addMigration, grow, notInTrial } from './releases.ts';

const slow = { timeout: 300_000, retry: 0 };

let releases: Releases;
let site: Installed | undefined;
beforeAll(() => {
  releases = openReleases();
}, 120_000);
afterEach(() => site?.remove());
afterAll(() => releases.remove());

test(
  'a version that fails on the real data goes back by itself with the data, and a good one stays',
  slow,
  async () => {
    const bad = releases.next('bad', (release) =>
      addMigration(release, '999-bad', `${grow} ${notInTrial("throw new Error('磁盘有坏道');")}`),
    );
    const good = releases.next('good', (release) => addMigration(release, '999-grown', grow));
    site = await install(releases);
    write(site.dataDir, 1);

    const failed = await site.run(['upgrade', bad, ...quickly]);
    expect(failed).toMatchObject({ code: 1, output: expect.stringMatching(/0\.2\.1 启动不了：启动失败：磁盘有坏道/) });
    expect(failed.output.trim()).toMatch(/0\.2\.0 和它的数据都回来了$/); // the newer version never served: no data to keep
    expect([site.current(), site.running(), await site.isUp()]).toEqual(['0.2.0', '0.2.0', true]);
    expect(written(site.dataDir)).toEqual([1]);

    const done = await site.run(['upgrade', good, ...quickly]);
    expect(done).toMatchObject({ code: 0, output: expect.stringContaining('升级好了，现在是 0.2.1') });
    expect([site.current(), site.running(), await site.isUp()]).toEqual(['0.2.1', '0.2.1', true]);
    expect(written(site.dataDir)).toEqual([1]);
  },
);
