import { runCommand, WrongUse } from '../command-line.ts';
import { readConfig } from '../config.ts';
import { dialectOf } from '../db/dialect.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { listStoredMails } from './mailer.ts';

const usage = `用法：npm run mails [-- 几封]

没有发信服务器时，信都留在站里；印出最近的几封，默认 10 封，最多 999 封。`;

/** npm run mails: prints stored mails, undelivered for lack of a mail server, newest last. */
await runCommand({ usage, words: [0, 1] }, async ({ words: [most = '10'] }) => {
  if (!/^[1-9]\d{0,2}$/.test(most)) throw new WrongUse();
  const { databaseUrl } = readConfig(process.env);
  const db = openDatabase(databaseUrl);
  try {
    await migrate(db, dialectOf(databaseUrl));
    const mails = await listStoredMails(db, Number(most));
    if (mails.length === 0) process.stdout.write('没有未寄出的信。\n');
    for (const { id, recipient, createdAt, text } of mails.reverse()) {
      const when = new Date(createdAt).toLocaleString('zh-CN', { timeZone: 'Asia/Shanghai' });
      process.stdout.write(`${printable(`── 第 ${id} 封 · ${when} · ${recipient}\n\n${text}`)}\n`);
    }
  } finally {
    await db.destroy();
  }
});

/** Strips control characters: mails quote strangers, who must not steer the terminal. */
function printable(text: string) {
  return text.replace(/[^\P{Cc}\n]/gu, '');
}
