import { randomInt } from 'node:crypto';
import { readSettings } from '../../core/settings/settings.ts';
import { defineCommand, WrongUse } from '../../platform/command-line.ts';
import { readConfig } from '../../platform/config.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { simulate } from './simulate.ts';

export const command = defineCommand(
  {
    syntax: '<要说的话> [--from <openid>] [--encrypted]，或 --subscribe 代替要说的话',
    help: '装作微信，对运行中的站说话，印出站点的回复；见 docs/wechat-login.md。',
    words: [0, 100],
    flags: { from: 'with a value', encrypted: 'plain', subscribe: 'plain' },
    explain,
  },
  async ({ words, flags: values }) => {
    const text = words.join(' ');
    if ((text === '') !== (values.subscribe === true)) throw new WrongUse();

    const { siteUrl, databaseUrl } = readConfig(process.env);
    const db = openDatabase(databaseUrl);
    const { wechatAccount } = await readSettings(db).finally(() => db.destroy());
    if (wechatAccount.token === '') throw new Error('公众号还没有设置：见 docs/wechat-login.md');

    const what: Record<string, string> = values.subscribe
      ? { MsgType: 'event', Event: 'subscribe' }
      : { MsgType: 'text', Content: text, MsgId: String(randomInt(2 ** 47)) };
    const answer = await simulate(siteUrl, wechatAccount, {
      message: { FromUserName: values.from ?? 'simulated-follower', ...what },
      isEncrypted: values.encrypted ?? wechatAccount.aesKey !== '',
    });
    process.stdout.write(`${answer || '（没有回复）'}\n`);
  },
);

function explain(error: unknown, reason: string) {
  const { cause } = error as Error & { cause?: { code?: string } };
  return cause?.code === 'ECONNREFUSED' ? '站点没有在运行：先启动它' : reason;
}
