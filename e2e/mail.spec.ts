import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { startMuteSmtp, startSmtp } from '../apps/server/test/smtp.ts';
import { mojian, run, type Site, startSite } from './site.ts';

const toClose: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

async function start(env: Record<string, string>) {
  const site = await startSite({ SAMPLE_CONTENT: '0', LOG_LEVEL: 'warn', ...env });
  toClose.push(site.remove);
  return site;
}

/** Runs one of the owner's commands beside the running site. */
async function command({ dataDir }: Site, ...words: string[]) {
  const running = run({ DATA_DIR: dataDir }, [mojian, ...words]);
  expect(await running.ended).toBe(0);
  return running.output();
}

/** As a feature does in its transaction. */
function post({ dataDir }: Site) {
  const mail = { to: 'lin@example.cn', subject: '你的验证码', lines: ['小林，你好：'], code: '408213' };
  const database = new DatabaseSync(join(dataDir, 'mojian.db'), { timeout: 5000 });
  database
    .prepare('insert into outbox (kind, payload, "dueAt") values (?, ?, 0)')
    .run('send-mail', JSON.stringify(mail));
  database.close();
}

const showsName = async (site: Site, name: string) => (await (await fetch(site.url)).text()).includes(name);

test('mails are sent under the site’s current name', async () => {
  const server = await startSmtp();
  toClose.push(server.close);
  const site = await start({ SMTP_URL: `smtp://127.0.0.1:${server.port}?from=letters@tingyu.example` });
  post(site);
  await expect.poll(() => server.letters).toMatchObject([{ sender: '墨笺 <letters@tingyu.example>' }]);

  await command(site, 'set', 'identity.name', '听雨楼');
  await expect.poll(() => showsName(site, '听雨楼')).toBe(true);
  post(site);
  await expect.poll(() => server.letters).toMatchObject([{}, { sender: '听雨楼 <letters@tingyu.example>' }]);
  expect(server.letters[1]?.text).toContain(site.url);
});

test('without a mail server the log says where mails are kept, and the command shows them', async () => {
  const site = await start({});
  post(site);
  await site.says('npm run mails');
  expect(site.output()).not.toContain('408213');
  expect(await command(site, 'mails')).toContain('验证码：408213');
});

test('a mail server that never answers delays neither readers, nor changes, nor the shutdown', async () => {
  const mute = await startMuteSmtp();
  const site = await start({ SMTP_URL: `smtp://127.0.0.1:${mute.port}?from=letters@tingyu.example` });
  toClose.unshift(mute.close);
  expect(await showsName(site, '墨笺')).toBe(true);
  post(site);
  await expect.poll(() => mute.calls).toHaveLength(1);

  await command(site, 'set', 'identity.name', '听雨楼');
  await expect.poll(() => showsName(site, '听雨楼')).toBe(true);
  expect(await site.stop()).toBe(0);
  expect(site.output()).not.toContain('408213');
});
