import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inDatabase } from './arrange.ts';
import { flaws } from './looked-at.ts';
import { carryToken, type Member, tokenFor } from './members.ts';
import { arrived, newStaff } from './office.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();
let owner: Member;

/** A robot of a group, on this machine. */
const robot = { url: '', answer: {} as object, heard: [] as unknown[] };
const server = createServer(async (request, reply) => {
  robot.heard.push(await json(request));
  reply.end(JSON.stringify(robot.answer));
});
beforeAll(async () => {
  owner = await newStaff(site, 'owner');
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  robot.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/open-apis/bot/v2/hook/4d6f8c11a71`;
});
afterAll(() => server.close());

/** Alerts as they went in the last days. */
async function sentBefore() {
  const now = Date.now();
  const failure = '企业微信没有收：这个机器人已经不在群里了。去群里重新添加一个，把新地址填到这里（93000）';
  await inDatabase(site, async (db) => {
    const broken = { kind: 'wecom', name: '小站群', url: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=x8f2c' };
    const made = { ...broken, events: '["review"]', failure, lastSentAt: null, failingSince: now - 4e7, createdAt: 1 };
    const { id: channelId } = await db
      .insertInto('alertChannels')
      .values(made as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    const one = { channelId, items: '[]', link: '/admin/comments' };
    await db
      .insertInto('alertDeliveries')
      .values([
        {
          ...one,
          title: '评论等审核',
          text: '林深时：修伞老人那段我读了两遍',
          state: 'failed',
          attempts: 12,
          failure,
          took: 210,
          createdAt: now - 9e6,
          sentAt: null,
        },
        {
          ...one,
          title: '夜里攒下的 4 件事',
          text: '评论等审核 3，友链申请 1',
          state: 'sent',
          attempts: 1,
          failure: '',
          took: 310,
          createdAt: now - 9e7,
          sentAt: now - 9e7,
        },
      ] as never)
      .execute();
  });
}

test('the owner tries where alerts go before saving, ticks what goes there, and sends again what did not arrive', {
  timeout: 120_000,
}, async () => {
  await sentBefore();
  const { page } = await openPage();
  await carryToken(page, site, await tokenFor(site, owner));
  await page.goto('/admin/alerts');
  await arrived(page, '站外提醒');
  await page.getByText('把新地址填到这里').first().waitFor();
  expect(await page.locator('.destination-row').innerText()).not.toContain('x8f2c');

  await page.getByRole('button', { name: '添加' }).click();
  const form = page.getByRole('dialog', { name: '添加提醒' });
  await form.getByRole('button', { name: '飞书' }).click();
  await form.getByText('安全设置选「签名校验」').waitFor();
  await form.getByLabel('机器人地址').fill(robot.url);
  await form.getByRole('button', { name: '试发一条' }).click();
  await form.getByText('这个地址在内网').waitFor();
  await form.getByRole('checkbox', { name: '允许内网地址' }).check();
  robot.answer = { code: 19021, msg: 'sign match fail' };
  await form.getByRole('button', { name: '试发一条' }).click();
  await form.getByText('飞书没有收：签名不对').waitFor();
  expect(await flaws(page, 'alerts-add')).toEqual([]);
  robot.answer = { code: 0, msg: 'success' };
  await form.getByLabel('签名密钥').fill('0123456789abcdef');
  await form.getByLabel('叫它什么').fill('编辑部');
  await form.getByRole('button', { name: '试发一条' }).click();
  await form.getByText('飞书收下了').waitFor();
  await form.getByRole('button', { name: /保\s*存/ }).click();
  await page.getByText('飞书 · 编辑部').waitFor();
  expect(robot.heard.at(-1)).toMatchObject({ msg_type: 'text', sign: expect.any(String) });

  await page.getByRole('checkbox', { name: '备份没有完成送到编辑部' }).uncheck();
  await page.getByText('已保存').last().waitFor();
  await page.getByRole('switch', { name: '夜里不吵' }).click();
  await page.getByText('夜里不送了').waitFor();
  await page.getByRole('button', { name: /^再送一次/ }).click();
  await page.getByText('正在再送一次').waitFor();
  expect(await flaws(page, 'alerts')).toEqual([]);

  await page.getByRole('button', { name: '添加' }).click();
  await form.getByRole('button', { name: '签名网址' }).click();
  await form.getByLabel('网址').fill('https://home.example.com/hook');
  await form.getByRole('button', { name: /保\s*存/ }).click();
  const shown = page.getByRole('dialog').filter({ hasText: '只在这里出现一次' });
  const secret = (await shown.locator('code').innerText()).trim();
  expect(secret).toMatch(/^whsec_/);
  await page.reload();
  await page.getByText('home.example.com/···').waitFor();
  expect(await page.content()).not.toContain(secret.slice(6));
});
