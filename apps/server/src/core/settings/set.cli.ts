import { mkdirSync } from 'node:fs';
import { runCommand, WrongUse } from '../../platform/command-line.ts';
import { readConfig } from '../../platform/config.ts';
import { dialectOf } from '../../platform/db/dialect.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { type Field, listFields, setField } from './admin-settings.ts';
import { secretFields } from './settings.ts';

const usage = `用法：npm run set [-- <组>.<项> <值>]

改一项站点设置，如 identity.name 听雨楼；不带参数则列出全部。值以 -- 开头时，在它前面再写一个 --。`;

const longest = 60;

/** npm run set: prints the site's settings, or sets one; a running site uses it at once. */
await runCommand({ usage, words: [0, 2] }, async ({ words: [path, value] }) => {
  if (path !== undefined && value === undefined) throw new WrongUse();

  const { dataDir, databaseUrl } = readConfig(process.env);
  mkdirSync(dataDir, { recursive: true });
  const db = openDatabase(databaseUrl);
  try {
    await migrate(db, dialectOf(databaseUrl));
    await db.transaction().execute(async (trx) => {
      if (path === undefined || value === undefined) print(await listFields(trx));
      else print([await setField(trx, path, value)]);
    });
  } finally {
    await db.destroy();
  }
});

function print(fields: Field[]) {
  for (const { path, value } of fields) process.stdout.write(`${path} = ${shown(path, value)}\n`);
}

function shown(path: string, value: unknown) {
  if (typeof value !== 'string') return JSON.stringify(value);
  if (secretFields.test(path.split('.').at(-1) ?? '')) return value && '（已设，不显示）';
  const [line = ''] = value.split('\n');
  return line === value && line.length <= longest ? value : `${line.slice(0, longest)}…（共 ${value.length} 字）`;
}
