import { defineCommand, howToRun, printable, WrongUse, withDatabase } from '../../platform/command-line.ts';
import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/db/schema.ts';
import type { Tables } from '../../platform/db/table.ts';
import { createSearch } from '../../platform/search/search.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import { tables } from '../../tables.ts';
import { createBackup } from '../backups/backups.ts';
import { moveDomain, type PlaceCount, previewMove } from './move-domain.ts';
import { readFormerOrigin } from './site-address.ts';

export const command = defineCommand(
  {
    syntax: '<旧网址> [--yes]',
    help: `换了域名之后，把文章、评论、说说、设置等处写着的旧网址换成 SITE_URL 的。
不写 --yes 只看会改什么；写了先备份，再改。站点不必停下；再运行一次，就改剩下的。`,
    words: [1, 1],
    flags: { yes: 'plain' },
  },
  ({ words: [written = ''], flags: { yes } }) => {
    const from = readFormerOrigin(written);
    if (from === undefined) throw new WrongUse(`不是网址：${written}。请写成 https://old.example.com`);
    return withDatabase(async ({ db, dialect, config }) => {
      if (!config.siteUrlIsSet) throw new Error('先把 SITE_URL 设成新的网址，再运行这个命令');
      const counts = await previewMove({ db, tables }, from, config.siteUrl);
      print(counts);
      if (counts.length === 0) say(`没有写着 ${from} 的地方。`);
      else if (yes) await move({ db, tables, search: createSearch(dialect), ...config }, from);
      else say(`\n以上只是看看，什么都没有改。要改，加上 --yes：${howToRun('move-domain')} ${from} --yes`);
    });
  },
);

function print(counts: PlaceCount[]) {
  for (const { name, count, samples } of counts) {
    say(`${name}：${count} 处`);
    for (const { before, after } of samples) say(`  ${before} → ${after}`);
  }
}

type Deps = Config & { db: Db; tables: Tables; search: ReturnType<typeof createSearch> };

async function move(deps: Deps, from: string) {
  const { name } = await createBackup({ ...deps, storage: openStorage(deps.storageUrl, deps.dataDir) });
  say(`\n先备份在 DATA_DIR/backups/${name}，要改回去就恢复它`);
  const { places, failed } = await moveDomain(deps, from);
  say(`已改：${places.map(({ name: place, count }) => `${place} ${count} 处`).join('，') || '没有'}`);
  for (const line of failed) say(`没有改成：${line}`);
  if (failed.length > 0) throw new Error('再运行一次，就改没有改成的');
}

function say(line: string) {
  process.stdout.write(printable(`${line}\n`));
}
