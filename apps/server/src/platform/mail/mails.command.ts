import { defineCommand, printable, WrongUse, withDatabase } from '../command-line.ts';
import { listStoredMails } from './mailer.ts';

export const command = defineCommand(
  {
    syntax: '[几封]',
    help: '没有发信服务器时，信都留在站里；印出最近的几封，默认 10 封，最多 999 封。',
    words: [0, 1],
  },
  async ({ words: [most = '10'] }) => {
    if (!/^[1-9]\d{0,2}$/.test(most)) throw new WrongUse();
    const mails = await withDatabase(({ db }) => listStoredMails(db, Number(most)));
    if (mails.length === 0) process.stdout.write('没有未寄出的信。\n');
    for (const { id, recipient, createdAt, text } of mails.reverse()) {
      const when = new Date(createdAt).toLocaleString('zh-CN', { timeZone: 'Asia/Shanghai' });
      process.stdout.write(`${printable(`── 第 ${id} 封 · ${when} · ${recipient}\n\n${text}`)}\n`);
    }
  },
);
