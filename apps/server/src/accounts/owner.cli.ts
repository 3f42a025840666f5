import { readConfig } from '../config.ts';
import { dialectOf } from '../db/dialect.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { resetOwner } from './reset-owner.ts';

const usage = '用法：npm run owner -- reset-password [邮箱]；有几位站长时写明是哪一位的邮箱';

/** npm run owner: prints a link that sets another password for an owner who has lost theirs. */
async function main() {
  const [what, email, ...more] = process.argv.slice(2);
  if (what !== 'reset-password' || more.length > 0) throw new Error(usage);
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
}

await main().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
});
