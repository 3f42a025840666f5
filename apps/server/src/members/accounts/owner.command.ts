import { defineCommand, WrongUse, withDatabase } from '../../platform/command-line.ts';
import { resetOwner } from './password.ts';

export const command = defineCommand(
  {
    syntax: 'reset-password [邮箱]',
    help: '印出一个一次性链接，站长打开它设一个新密码；有几位站长时写明是哪一位的邮箱。',
    words: [1, 2],
    firstWords: ['reset-password'],
  },
  async ({ words: [what, email] }) => {
    if (what !== 'reset-password') throw new WrongUse();
    const { nickname, link } = await withDatabase(({ db, config }) => resetOwner(db, config.siteUrl, email));
    process.stdout.write(
      `站长「${nickname}」请打开这个链接，设一个新密码（24 小时内有效，只能用一次；设好之后所有设备上的登录都会退出）：\n${link}\n`,
    );
  },
);
