import { expect, test } from 'vitest';
import { inDatabase, unsubscribeAddress } from './arrange.ts';
import { barriers } from './axe.ts';
import { widths } from './browser.ts';
import { type Member, newMember, tokenFor } from './members.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();

const prefers = (who: Member) =>
  inDatabase(site, async (db) => {
    const row = db.selectFrom('users').select('mailOnReply').where('id', '=', who.id);
    return (await row.executeTakeFirstOrThrow()).mailOnReply;
  });

/** Has one member answer the other and returns the text of the mail, which is stored without a mail server. */
async function mailTo(who: Member, by: Member) {
  const post = async (author: Member, body: object) => {
    const headers = { authorization: await tokenFor(site, author), 'content-type': 'application/json' };
    const answer = await fetch(`${site.url}/v1/comment/`, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()).data.id as number;
  };
  await inDatabase(site, (db) => db.updateTable('users').set({ mailOnReply: 1 }).where('id', '=', who.id).execute());
  const replyTo = await post(who, { articleId: 1, text: '有人在吗' });
  await post(by, { articleId: 1, text: '<b>在的</b>', replyTo });
  await inDatabase(site, (db) =>
    db.updateTable('outbox').set({ dueAt: 0 }).where('kind', '=', 'mail-replies').execute(),
  );
  const newest = () =>
    inDatabase(site, async (db) => {
      const mail = db.selectFrom('keptMails').select('text').where('recipient', '=', who.email);
      return (await mail.executeTakeFirst())?.text ?? '';
    });
  await expect.poll(newest, { timeout: 20_000 }).not.toBe('');
  return newest();
}

test('the unsubscribe link asks first, its button ends the mails, and resubscribing is offered', async () => {
  const [lin, ming] = [await newMember(site), await newMember(site)];
  const text = await mailTo(lin, ming);
  expect(text).toContain(`${ming.nickname} 在《`);
  expect(text).toContain('回复了你');
  const [address = ''] = /http\S+\/unsubscribe\/\S+/.exec(text) ?? [];

  const { page, faults, close } = await openPage();
  await page.goto(address);
  await page.getByRole('heading', { name: '退订回复邮件' }).waitFor();
  expect(await prefers(lin)).toBe(1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('退订');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '已退订' }).waitFor();
  expect(await prefers(lin)).toBe(0);
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.getByRole('link', { name: '打开邮件偏好' }).getAttribute('href')).toBe('/user#account');

  await page.goto(`${address}x`);
  await page.getByRole('heading', { name: '这个退订网址不对' }).waitFor();
  // the browser's own word for a page that is not there
  expect(faults.filter((fault) => !fault.includes('status of 404'))).toEqual([]);
  await close();

  await letterless(address, lin);
}, 60_000);

/** A mail program's own click: no page, no cookie, no login. */
async function letterless(address: string, who: Member) {
  await inDatabase(site, (db) => db.updateTable('users').set({ mailOnReply: 1 }).where('id', '=', who.id).execute());
  const answer = await fetch(address, {
    method: 'POST',
    redirect: 'error',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  });
  expect(answer.status).toBe(200);
  expect(await prefers(who)).toBe(0);
}

test.each([widths.phone, widths.desktop, widths.wide])(
  'the page is accessible by day and night: %i px',
  async (width) => {
    const { id } = await newMember(site);
    const address = await unsubscribeAddress(site, id);
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, close } = await openPage({ viewport: { width, height: 800 }, colorScheme });
      for (const state of ['asking', 'done', 'wrong']) {
        if (state === 'asking') await page.goto(address);
        else if (state === 'done') await page.getByRole('button', { name: '退订' }).click();
        else await page.goto(`${site.url}/unsubscribe/wrong`);
        await page.waitForLoadState();
        expect(await barriers(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
        if (process.env.SHOTS)
          await page.screenshot({ path: `${process.env.SHOTS}/unsubscribe-${state}-${width}-${colorScheme}.png` });
      }
      await close();
    }
  },
);
