import { beforeEach, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { passersBy } from '../../../test/guest-comments.ts';
import type { Mail } from '../../platform/mail/mails.ts';
import { mailReplies, sendReplyMail } from '../reply-mails/reply-mails.ts';
import { unsubscribeUrl } from '../reply-mails/unsubscribe.ts';

const site = freshSite();
const email = 'lin@example.com';
let articleId: number;

beforeEach(async () => {
  articleId = await site.writes({ title: '下雨不出摊' });
  await site.change('comments', { guests: 'open' });
});

const post = (input: Parameters<ReturnType<typeof passersBy>['post']>[0] = {}) =>
  passersBy(site).post({ articleId, name: '林深时', email, notify: true, ...input });
const linkIn = (mail: Mail | undefined) => new URL(mail?.button?.url ?? '').pathname;
const confirm = async () => site.app.inject({ method: 'POST', url: linkIn((await site.letters()).at(-1)) });
const answer = (replyTo: number, text = '谢谢') =>
  site.as(site.ming).comments.post({ body: { articleId, replyTo, text } });
/** Sends what waits in the outbox for this long. */
async function mailed() {
  const sent: Mail[] = [];
  const rows = await site.db.selectFrom('outbox').select('payload').where('kind', '=', mailReplies).execute();
  const now = () => Date.now() + 3 * 60_000;
  for (const { payload } of rows)
    await sendReplyMail(
      { db: site.db, siteUrl: site.siteUrl, send: async (mail) => void sent.push(mail), now },
      JSON.parse(payload),
    );
  await site.db.deleteFrom('outbox').where('kind', '=', mailReplies).execute();
  return sent;
}

test('answers are mailed to a guest who confirmed the mailbox, and not after the link in the letter', async () => {
  const { id, author } = await post();
  await answer(id);
  expect(await mailed(), 'not before it is confirmed').toEqual([]);
  const page = await site.app.inject(linkIn((await site.letters()).at(-1)));
  expect(page.body).toContain('<form method="post">');
  expect(page.headers['cache-control']).toBe('no-store');
  expect((await confirm()).body).toContain('已确认');
  await answer(id, '再谢一次');
  const [mail] = await mailed();
  expect(mail).toMatchObject({ to: email, subject: '阿明 在《下雨不出摊》里回复了你' });
  expect(mail?.button?.url).toContain(`/article/${articleId}#comment-`);
  const url = new URL(await unsubscribeUrl(site.db, site.siteUrl, author.id)).pathname;
  await site.app.inject({ method: 'POST', url });
  await answer(id, '第三次');
  expect(await mailed()).toEqual([]);
  expect(JSON.stringify(await site.db.selectFrom('users').selectAll().execute())).not.toContain(email);
});

test('a link confirms once, for three days, and a wrong one nothing', async () => {
  await post();
  expect((await confirm()).statusCode).toBe(200);
  expect((await confirm()).statusCode).toBe(404);
  expect((await site.app.inject('/guest-mail/wrong')).statusCode).toBe(404);
  await post({ name: '另一个名字' });
  await site.db.updateTable('tickets').set({ expiresAt: 1 }).where('kind', '=', 'guest-mail').execute();
  expect((await confirm()).statusCode).toBe(404);
});

test('letters say nothing that the guest wrote, and few go to one mailbox', async () => {
  const mails = async () => (await site.letters()).length;
  await post({ name: '加微信领红包', text: '返利' });
  expect(JSON.stringify(await site.letters())).not.toMatch(/红包|返利/);
  expect(await mails()).toBe(1);
  for (let n = 0; n < 5; n++) await passersBy(site).post({ articleId, name: `名字${n}`, notify: false, email });
  expect(await mails(), 'only who asks gets one').toBe(1);
  await post({ name: '第二个名字' });
  await post({ name: '第三个名字' });
  const before = await mails();
  await post({ name: '第四个名字' });
  expect(await mails()).toBe(before);
});

test('no second letter goes to who has confirmed', async () => {
  await post();
  await confirm();
  const again = (await site.letters()).length;
  await post({ text: '已经确认过了' });
  expect((await site.letters()).length).toBe(again);
});
