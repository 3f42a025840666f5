import { readConfig } from '../config.ts';
import { dialectOf } from '../db/dialect.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { listKeptMails } from './kept-mails.ts';

const usage = '用法：npm run mails [-- 几封]，默认最近 10 封';

/** npm run mails: prints the letters that stayed here because no mail server is set, newest last. */
async function main() {
  const most = readArguments();
  const { databaseUrl } = readConfig(process.env);
  const db = openDatabase(databaseUrl);
  try {
    await migrate(db, dialectOf(databaseUrl));
    const mails = await listKeptMails(db, most);
    if (mails.length === 0) process.stdout.write('没有留下的信。\n');
    for (const { id, recipient, createdAt, text } of mails.reverse()) {
      const when = new Date(createdAt).toLocaleString('zh-CN', { timeZone: 'Asia/Shanghai' });
      process.stdout.write(`${printable(`── 第 ${id} 封 · ${when} · ${recipient}\n\n${text}`)}\n`);
    }
  } finally {
    await db.destroy();
  }
}

function readArguments() {
  const [most = '10', ...more] = process.argv.slice(2);
  if (!/^[1-9]\d{0,2}$/.test(most) || more.length > 0) throw new Error(usage);
  return Number(most);
}

/** Letters carry what strangers wrote: nothing of it may steer the terminal. */
function printable(text: string) {
  return text.replace(/[^\P{Cc}\n]/gu, '');
}

await main().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
});
