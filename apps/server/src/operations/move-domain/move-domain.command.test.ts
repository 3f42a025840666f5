import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../../../../e2e/site.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { program } from '../../../test/program.ts';
import { dialectOf } from '../../platform/db/dialect.ts';

const site = freshSite();
const old = 'https://old.example.com';

/** Runs the command on the site's own database, beside the site. */
async function runOn(folder: string, ...words: string[]) {
  const database: Record<string, string> = dialectOf(site.url) === 'postgres' ? { DATABASE_URL: site.url } : {};
  const command = run({ DATA_DIR: folder, SITE_URL: site.siteUrl, ...database }, [program, 'move-domain', ...words]);
  const code = await command.ended;
  return { code, output: command.output() };
}

test('the command shows what it would change, and with --yes changes it after a backup', {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mojian-move-'));
  if (dialectOf(site.url) === 'sqlite') symlinkSync(site.url, join(folder, 'mojian.db'));
  const id = await site.writes({ markdown: `[前一篇](${old}/article/1)` });
  const markdown = async () =>
    (await site.db.selectFrom('articles').select('markdown').where('id', '=', id).executeTakeFirst())?.markdown;
  const shown = await runOn(folder, 'old.example.com');
  expect(shown.code).toBe(0);
  expect(shown.output).toContain(`文章：1 处\n  ${old}/article/1 → ${site.siteUrl}/article/1`);
  expect(await markdown()).toContain(old);

  const moved = await runOn(folder, old, '--yes');
  expect(moved.output).toMatch(/先备份在 DATA_DIR\/backups\/\S+\.zip[^\n]*\n已改：文章 1 处/);
  expect(await markdown()).toBe(`[前一篇](${site.siteUrl}/article/1)`);
  expect((await runOn(folder, old)).output).toBe(`没有写着 ${old} 的地方。\n`);
  expect(await runOn(folder, 'old')).toMatchObject({ code: 2 });
  rmSync(folder, { recursive: true, force: true });
});
