import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { openDatabase } from '../db/open.ts';
import { readSettings } from '../site/settings.ts';
import { simulate } from './simulate.ts';

const usage = '用法：npm run wechat:say -- <要说的话> [--from <openid>] [--encrypted]，或 --subscribe 代替要说的话';

/** npm run wechat:say -- DL123456: speaks to the running site as WeChat's server would, and prints the answer. */
async function main() {
  const options = { from: { type: 'string' }, encrypted: { type: 'boolean' }, subscribe: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const text = positionals.join(' ');
  if ((text === '') !== (values.subscribe === true)) throw new Error(usage);

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
}

await main().catch((error: unknown) => {
  process.stderr.write(`${reason(error)}\n`);
  process.exitCode = 1;
});

function reason(error: unknown) {
  const { message, code = '', cause } = error as Error & { code?: string; cause?: { code?: string } };
  if (code.startsWith('ERR_PARSE_ARGS')) return usage;
  return cause?.code === 'ECONNREFUSED' ? '站点没有在运行：先 npm start' : message;
}
