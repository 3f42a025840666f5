import { minuteLength } from '@mojian/contract/platform/time';
import { expect, test } from 'vitest';
import { chatIn } from '../../../test/chat.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { openAlertService } from '../../../test/stand-ins/alert-service.ts';
import { bundleAlerts, sendAlertEffect } from '../../core/alerts/bundle-alerts.ts';
import { sendAlert } from '../../core/alerts/send-alert.ts';
import { recordOutcome } from '../../platform/mail/outcomes.ts';
import { Outbox } from '../../platform/outbox/outbox.ts';
import { backUpOnSchedule } from '../backups/schedule.ts';
import { watchHealth } from './watch-health.ts';

const site = freshSite();

async function listening(events: ('waits' | 'new' | 'failed')[] = ['waits', 'new', 'failed']) {
  const service = await openAlertService({ body: '' });
  const body = { kind: 'webhook' as const, url: service.url, allowPrivate: true, events };
  await site.office(site.owner).alerts.add({ body });
  return service;
}

const items = () => site.db.selectFrom('alertItems').select(['event', 'title', 'text', 'link']).orderBy('id').execute();

const say = (text: string) => ({ text, place: '', pictures: [], isPublic: true });

async function sendAll() {
  const { db, siteUrl } = site;
  await bundleAlerts(db, undefined, Date.now() + 6 * minuteLength);
  await new Outbox({
    db,
    effects: { [sendAlertEffect]: (alert: { id: number }) => sendAlert({ db, siteUrl }, alert) },
  }).run();
}

/** Unread notices of the system that somebody has. */
const noticesOf = async (viewer: typeof site.owner) =>
  (await site.as(viewer).notices.list({ query: { type: 0 } })).records.map(({ title, text, link }) => ({
    title,
    text,
    link,
  }));

test('a held comment, say and message raise an alert, and one grouped notice for those who may release them', async () => {
  await listening();
  await site.turn({ comments: 'review' });
  await site.change('moderation', { mode: 'all' });
  await site.change('says', { members: true });
  await site.db.updateTable('users').set({ role: 'moderator' }).where('id', '=', site.lin.id).execute();
  const articleId = await site.writes({ title: '锁着的信' });
  for (const text of ['修伞老人那段我读了两遍', '第二条'])
    await site.as(site.ming).comments.post({ body: { articleId, text } });
  await site.as(site.ming).says.insert({ body: say('雨停了') });
  await site.as(site.ming).says.insert({ body: { ...say('只给自己看'), isPublic: false } });
  await site.as(null).board.post({ body: { text: '路过' } });
  expect(await items()).toEqual([
    { event: 'review', title: '评论等审核', text: '阿明：修伞老人那段我读了两遍', link: '/admin/comments' },
    { event: 'review', title: '评论等审核', text: '阿明：第二条', link: '/admin/comments' },
    { event: 'review', title: '说说等审核', text: '阿明：雨停了', link: '/admin/says' },
    { event: 'review', title: '留言等审核', text: '游客：路过', link: '/admin/board' },
  ]);
  const waiting = [
    { title: '留言等审核', text: '游客：路过', link: '/admin/board' },
    { title: '说说等审核', text: '阿明：雨停了', link: '/admin/says' },
    { title: '2 件：评论等审核', text: '阿明：第二条', link: '/admin/comments' },
  ];
  expect(await noticesOf(site.owner)).toEqual(waiting);
  expect(await noticesOf(site.lin), 'a moderator may release them too').toEqual(waiting);
  expect(await noticesOf(site.ming)).toEqual([]);

  await site.as(site.owner).notices.read({ body: { type: 0 } });
  await site.as(site.ming).comments.post({ body: { articleId, text: '第三条' } });
  expect((await noticesOf(site.owner))[0]).toMatchObject({ title: '评论等审核' });
});

test('shown comments, says and messages are news, but not the owner’s own', async () => {
  await listening(['new']);
  await site.change('says', { members: true });
  const articleId = await site.writes();
  for (const viewer of [site.ming, site.owner])
    await site.as(viewer).comments.post({ body: { articleId, text: `好文，${viewer.id}` } });
  await site.as(site.ming).says.insert({ body: say('天晴') });
  const own = await site.as(site.ming).says.insert({ body: { ...say('日记'), isPublic: false } });
  await site.as(site.ming).comments.post({ body: { sayId: own.id, text: '给自己的话' } });
  await site.as(site.ming).board.post({ body: { text: '来过' } });
  expect((await items()).map(({ title, text }) => [title, text])).toEqual([
    ['新评论', `阿明：好文，${site.ming.id}`],
    ['新说说', '阿明：天晴'],
    ['新留言', '阿明：来过'],
  ]);
});

test('a registration, a link, feedback, a report and a handed-in article wait', async () => {
  await listening(['waits']);
  await site.turn({ registration: 'review' });
  const applicant = { email: 'he@example.com', nickname: '小河', password: 'a long enough one', words: '' };
  await site.as(null).accounts.apply({ body: { ...applicant, code: await site.codeFor(applicant.email) } });
  await site.as(null).links.apply({
    body: { name: '拾光', info: '写字', url: 'https://shiguang.example/', avatar: '', email: 'a@shiguang.example' },
  });
  await site.as(site.ming).feedback.send({ body: { type: 1, title: '字太小', content: '请大一点' } });
  const articleId = await site.writes();
  const { id } = await site.as(site.ming).comments.post({ body: { articleId, text: '买药加我' } });
  await site.as(site.lin).comments.report({ body: { id, reason: '广告' } });
  const made = await site
    .as(site.lin)
    .drafts.create({ body: { key: 'browser-1', content: { title: '谷雨', markdown: '雨生百谷。' } as never } });
  await site.as(site.lin).drafts.submit({ body: { id: made.id, version: made.version } });
  expect((await items()).map(({ event, title, text }) => [event, title, text])).toEqual([
    ['applications', '有人申请注册', '小河'],
    ['links', '友链申请', '拾光，https://shiguang.example/'],
    ['reports', expect.stringContaining('新的'), expect.stringContaining('字太小')],
    ['reports', '举报等处理', '理由：广告 「买药加我」'],
    ['review', '投稿等审核', '谷雨'],
  ]);
});

test('a backup that failed is told once, and so are a disk that fills and mails that do not go', async () => {
  await listening(['failed']);
  const { db, dataDir, url: databaseUrl, siteUrl } = site;
  const aDay = 24 * 60 * minuteLength;
  const deps = { db, dataDir, databaseUrl: 'sqlite:/nowhere/at/all.db', siteUrl };
  expect(databaseUrl).not.toBe('');
  for (const now of [Date.now() + aDay, Date.now() + 2 * aDay])
    await backUpOnSchedule({ ...deps, now: () => now }, new AbortController().signal);
  expect((await items()).map(({ event, title }) => [event, title])).toEqual([['backup', '定时备份出了问题']]);

  const full = async () => ({ bavail: 10, blocks: 1000, bsize: 1024 ** 2 });
  const roomy = async () => ({ bavail: 900_000, blocks: 1_000_000, bsize: 1024 ** 2 });
  const watch = (stat: typeof full) => watchHealth({ db, dataDir, stat });
  await watch(roomy);
  await watch(full);
  await watch(full);
  await recordOutcome(db, { to: 'a@example.com', subject: '验证码', failure: '连不上邮件服务器', byServer: true });
  await watch(full);
  await watch(roomy);
  await watch(full);
  expect((await items()).slice(1).map(({ event, title }) => [event, title])).toEqual([
    ['health', '磁盘快满了'],
    ['health', '信寄不出去'],
    ['health', '磁盘快满了'],
  ]);
});

test('no word of any chat, private or not, gets out, whatever becomes of it', async () => {
  const service = await listening();
  await site.change('moderation', { mode: 'all' });
  const conversation = chatIn(site);
  const room = await conversation.roomOf(site.lin, site.ming);
  const words = ['私房话甲', '私房话乙', '群里的话丙', '举报里引的话丁'];
  const { id: own } = await conversation.say(site.lin, '私房话甲', room);
  await conversation.say(site.ming, '私房话乙', room);
  const { id: open } = await conversation.say(site.lin, '群里的话丙');
  for (const id of [own, open])
    await site
      .as(site.ming)
      .chat.report({ body: { id, reason: '举报里引的话丁' } })
      .catch(() => {});
  await sendAll();
  expect(service.sent).toHaveLength(1);
  expect(service.sent[0]?.body).toContain('聊天里的一条消息被举报');
  const everything = [
    service.sent.map(({ body, path, headers }) => [body, path, headers]),
    await site.db.selectFrom('alertItems').selectAll().execute(),
    await site.db.selectFrom('alertDeliveries').selectAll().execute(),
  ];
  for (const word of words) expect(JSON.stringify(everything)).not.toContain(word);
});
