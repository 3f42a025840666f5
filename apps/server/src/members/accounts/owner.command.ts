import { defineCommand, WrongUse, withDatabase } from '../../platform/command-line.ts';
import { allowOtherWays } from './passkey-only.ts';
import { resetOwner } from './password.ts';

export const command = defineCommand(
  {
    syntax: 'reset-password [邮箱] | allow-password',
    help: 'reset-password 印出一个一次性链接，站长打开它设一个新密码；有几位站长时写明是哪一位的邮箱。allow-password 让站长又能用密码与别的方式登录：只能用通行密钥而通行密钥丢了、或换了域名的时候。',
    words: [1, 2],
    firstWords: ['reset-password', 'allow-password'],
  },
  async ({ words: [what, email] }) => {
    if (what === 'allow-password' && email === undefined) return allowPassword();
    if (what !== 'reset-password') throw new WrongUse();
    const { nickname, link } = await withDatabase(({ db, config }) => resetOwner(db, config.siteUrl, email));
    process.stdout.write(
      `站长「${nickname}」请打开这个链接，设一个新密码（24 小时内有效，只能用一次；设好之后所有设备上的登录都会退出）：\n${link}\n`,
    );
  },
);

async function allowPassword() {
  const isChanged = await withDatabase(({ db }) => db.transaction().execute(allowOtherWays));
  const now = isChanged ? '现在站长又能用密码与别的方式登录了' : '站长本来就能用密码登录，什么也没有改';
  process.stdout.write(`${now}。\n`);
}
