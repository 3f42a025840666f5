import { runCommand, WrongUse } from '../../platform/command-line.ts';
import { readConfig } from '../../platform/config.ts';
import { dialectOf } from '../../platform/db/dialect.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { resetOwner } from './password.ts';

const usage = `用法：npm run owner -- reset-password [邮箱]

印出一个一次性链接，站长打开它设一个新密码；有几位站长时写明是哪一位的邮箱。`;

/** npm run owner: prints a link that sets another password for an owner who has lost theirs. */
await runCommand({ usage, words: [1, 2] }, async ({ words: [what, email] }) => {
  if (what !== 'reset-password') throw new WrongUse();
  const { databaseUrl, siteUrl } = readConfig(process.env);
  const db = openDatabase(databaseUrl);
  try {
    await migrate(db, dialectOf(databaseUrl));
    const { nickname, link } = await resetOwner(db, siteUrl, email);
    process.stdout.write(
      `站长「${nickname}」请打开这个链接，设一个新密码（24 小时内有效，只能用一次；设好之后所有设备上的登录都会退出）：\n${link}\n`,
    );
  } finally {
    await db.destroy();
  }
});
