import { type AlertEvent, alertEventNames } from '@mojian/contract/core/alert-kinds';
import { minuteLength } from '@mojian/contract/platform/time';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { openAlertService } from '../../../test/stand-ins/alert-service.ts';
import { Outbox } from '../../platform/outbox/outbox.ts';
import { bundleAlerts, dropOldAlerts, sendAlertEffect } from './bundle-alerts.ts';
import { raiseAlert } from './raise-alert.ts';
import { sendAlert } from './send-alert.ts';

const site = freshSite();

const alerts = () => site.office(site.owner).alerts;
type Added = Parameters<ReturnType<typeof alerts>['add']>[0]['body'];
const list = () => alerts().list();
const deliveries = async () => (await alerts().deliveries({ query: {} })).records;

/** Adds a channel to a service on this machine. */
async function channel(change: Partial<Added> = {}) {
  const service = await openAlertService({ body: '' });
  const body = { kind: 'webhook' as const, url: `${service.url}/hook`, allowPrivate: true, ...change };
  const { id, secret } = await alerts().add({ body });
  return { service, id, secret };
}

const raise = (event: AlertEvent, title: string, text: string, link = '/admin/comments') =>
  site.db.transaction().execute((trx) => raiseAlert(trx, { event, title, text, link }));

/** A process of the site, whose clock the test sets. */
function processAt(clock: { now: number }) {
  const { db, siteUrl } = site;
  const effects = { [sendAlertEffect]: (alert: { id: number }) => sendAlert({ db, siteUrl }, alert) };
  return new Outbox({ db, effects, now: () => clock.now, steady: () => clock.now });
}

/** Bundles what is due at a moment, and sends it. */
async function sendAt(now: number) {
  await bundleAlerts(site.db, undefined, now);
  await processAt({ now: Math.max(now, Date.now()) }).run();
}

const next = (minutes: number) => Date.now() + minutes * minuteLength;

test('events of five minutes become one alert, which the standard’s library verifies', async () => {
  const { service, secret } = await channel();
  await raise('review', '评论等审核', '阿明：修伞老人');
  await raise('review', '评论等审核', '小林：路过\n写得好');
  await raise('links', '友链申请', '拾光，shiguang.example', '/admin/links');
  await sendAt(Date.now());
  expect(service.sent).toEqual([]);
  expect(await list()).toMatchObject([{ waiting: 3 }]);

  await sendAt(next(5));
  expect(service.sent).toHaveLength(1);
  const [{ headers, body } = { headers: {}, body: '' }] = service.sent;
  const payload = new Webhook(secret).verify(body, headers as Record<string, string>);
  expect(payload).toMatchObject({
    type: 'alert.several',
    data: {
      title: '3 件事',
      text: '评论等审核 2，友链申请 1\n评论等审核 · 阿明：修伞老人\n评论等审核 · 小林：路过 写得好\n友链申请 · 拾光，shiguang.example',
      url: 'https://mojian.example/admin',
      items: [{ event: 'review', link: 'https://mojian.example/admin/comments' }, {}, {}],
    },
  });
  expect(await deliveries()).toMatchObject([{ state: 'sent', attempts: 1, failure: '', title: '3 件事' }]);
  expect(await list()).toMatchObject([{ waiting: 0, failure: '', lastSentAt: expect.any(String) }]);
  await sendAt(next(30));
  expect(service.sent).toHaveLength(1);
});

test('by night events wait for the morning and come together, what failed comes at once', async () => {
  const { service } = await channel();
  const night = Date.parse('2026-05-01T23:00:00+08:00');
  await alerts().saveQuiet({ body: { isOn: true, from: '22:30', to: '07:30' } });
  expect(await alerts().readQuiet()).toEqual({ isOn: true, from: '22:30', to: '07:30' });
  await raise('review', '评论等审核', '阿明：晚安');
  await raise('writings', '新评论', '小林：好梦');
  await raise('backup', '定时备份出了问题', '磁盘满了', '/admin/backups');
  await site.db.updateTable('alertItems').set({ createdAt: night }).execute();

  await sendAt(night);
  expect(service.bodies().map(({ data }) => data.title)).toEqual(['定时备份出了问题']);
  for (const time of ['2026-05-01T23:59:00+08:00', '2026-05-02T00:01:00+08:00', '2026-05-02T07:29:59+08:00'])
    await sendAt(Date.parse(time));
  expect(service.sent).toHaveLength(1);
  await sendAt(Date.parse('2026-05-02T07:30:00+08:00'));
  expect(service.bodies().map(({ data }) => data.title)).toEqual(['定时备份出了问题', '夜里攒下的 2 件事']);
});

test('an alert is tried twelve times, then visible with its reason, and sent again when asked or once its address is mended', async () => {
  const { service, id } = await channel();
  service.answer = { status: 503, body: '' };
  await raise('reports', '举报等处理', '理由：广告');
  const clock = { now: next(5) };
  await bundleAlerts(site.db, undefined, clock.now);
  const outbox = processAt(clock);
  for (let attempt = 0; attempt < 14; attempt++) {
    // the outbox rests after a moved clock: due times are brought here instead
    await site.db.updateTable('outbox').set({ dueAt: 0 }).where('kind', '=', sendAlertEffect).execute();
    await outbox.run();
  }
  expect(service.sent).toHaveLength(12);
  expect(new Set(service.sent.map(({ headers }) => headers['webhook-id'])).size, 'one id for all attempts').toBe(1);
  const failure = '对方的程序没有收：对方的服务器出错了，过一会儿会再试（503）';
  const [failed] = await deliveries();
  expect(failed).toMatchObject({ state: 'failed', attempts: 12, failure });
  expect(await list()).toMatchObject([{ failure, failingSince: expect.any(String) }]);
  const [entry] = (await site.office(site.owner).outbox.list({ query: { kind: sendAlertEffect } })).records;
  expect(entry).toMatchObject({ attempts: 12, failure: expect.stringContaining('503') });

  service.answer = { body: '' };
  await alerts().retry({ body: { id: failed?.id ?? 0 } });
  await processAt({ now: Date.now() }).run();
  expect(await deliveries()).toMatchObject([{ state: 'sent', failure: '' }]);
  expect(await list()).toMatchObject([{ failure: '', failingSince: null }]);
  await expect(alerts().retry({ body: { id: failed?.id ?? 0 } })).rejects.toMatchObject({ id: 'already-done' });

  service.answer = { status: 503, body: '' };
  await raise('reports', '举报等处理', '理由：刷屏');
  await sendAt(next(5));
  await raise('links', '友链申请', '拾光');
  await sendAt(next(10));
  const ids = service.sent.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size, 'while one is on its way the next waits').toBe(2);
  const other = await openAlertService({ body: '' });
  await alerts().change({ body: { id, url: `${other.url}/new` } });
  await processAt({ now: Date.now() }).run();
  await sendAt(next(15));
  expect(other.bodies().map(({ data }) => data.title)).toEqual(['举报等处理', '友链申请']);
});

test('of several processes one sends', async () => {
  const { service } = await channel();
  for (let count = 0; count < 20; count++) await raise('review', '评论等审核', `第 ${count} 条`);
  const now = next(5);
  await Promise.all([1, 2, 3].map(() => bundleAlerts(site.db, undefined, now)));
  await Promise.all([1, 2, 3].map(() => processAt({ now: Date.now() }).run()));
  expect(service.sent).toHaveLength(1);
  expect(service.bodies()[0].data.text).toContain('评论等审核 20');
  expect(service.bodies()[0].data.text).toContain('还有 12 件');
});

test('only the owner sees and changes where alerts go, and nobody sees their keys again', async () => {
  const key = 'geheim-4d6f-8c11-0a2b3c4d5e6f';
  const feishu = { kind: 'feishu' as const, url: `https://open.feishu.cn/open-apis/bot/v2/hook/${key}` };
  const { id, secret } = await alerts().add({ body: { ...feishu, secret: 'geheim-secret', events: ['waits'] } });
  expect(secret).toBe('');
  const hook = await alerts().add({ body: { kind: 'webhook', url: 'https://home.example/hook', events: ['failed'] } });
  expect(hook.secret).toMatch(/^whsec_/);
  await alerts().add({ body: { kind: 'serverchan', url: 'SCT12345TabcdefgXYZ', events: [] } });
  await alerts().add({ body: { kind: 'mail', url: 'shen@example.com', name: '信箱' } });
  const listed = await list();
  expect(listed).toMatchObject([
    {
      name: '飞书',
      target: 'open.feishu.cn/···5e6f',
      hasSecret: true,
      events: ['review', 'links', 'reports', 'applications'],
    },
    { kind: 'webhook', target: 'home.example/···k', hasSecret: true, events: ['backup', 'health'] },
    { target: 'sctapi.ftqq.com/···gXYZ', hasSecret: false, events: [] },
    { name: '信箱', target: 's•••@example.com', events: alertEventNames },
  ]);
  await alerts().change({ body: { id, secret: 'geheim-other', events: ['new'], name: '编辑部', isOn: false } });
  expect((await list())[0]).toMatchObject({ name: '编辑部', isOn: false, events: ['writings'], hasSecret: true });
  const stored = await site.db.selectFrom('alertChannels').select(['url', 'secret']).where('id', '=', id).execute();
  expect(stored).toEqual([{ url: feishu.url, secret: 'geheim-other' }]);
  await alerts().remove({ query: { id: hook.id } });
  await expect(alerts().remove({ query: { id: hook.id } })).rejects.toMatchObject({ id: 'not-found' });

  const audit = JSON.stringify(await site.db.selectFrom('auditLog').selectAll().execute());
  for (const text of [JSON.stringify([...listed, ...(await list())]), audit])
    for (const hidden of [key.slice(0, 20), 'geheim-secret', 'geheim-other', 'SCT12345', hook.secret.slice(6, 20)])
      expect(text).not.toContain(hidden);
  await site.db.updateTable('users').set({ role: 'admin' }).where('id', '=', site.ming.id).execute();
  await expect(site.office(site.ming).alerts.list()).rejects.toMatchObject({ id: 'not-allowed' });
});

test('a change of a channel is tried before it is saved, with its secret on its own host only', async () => {
  const { service, id } = await channel();
  const trial = (change: object) => alerts().test({ body: { id, ...change } });
  expect(await trial({})).toMatchObject({ ok: true });
  expect(await list()).toMatchObject([{ lastSentAt: expect.any(String) }]);
  expect(await trial({ url: `${service.url}/other` })).toMatchObject({ ok: true });
  expect(service.sent).toHaveLength(2);
  const other = await openAlertService({ body: '' });
  const refused = { field: 'secret', message: expect.stringContaining('换了主机') };
  await expect(trial({ url: `${other.url}/hook` })).rejects.toMatchObject(refused);
  await expect(trial({ allowPrivate: false })).rejects.toMatchObject({ field: 'url' });
  expect(other.sent).toEqual([]);
});

test('a channel that is off is told nothing, next neither, and what is old is dropped', async () => {
  const { service, id } = await channel();
  await raise('review', '评论等审核', '甲');
  await alerts().change({ body: { id, isOn: false } });
  await raise('review', '评论等审核', '乙');
  await alerts().change({ body: { id, isOn: true, events: ['links'] } });
  await raise('review', '评论等审核', '丙');
  await sendAt(next(6));
  expect(service.sent).toEqual([]);
  await raise('links', '友链申请', '拾光');
  await sendAt(next(6));
  expect(await deliveries()).toHaveLength(1);
  await dropOldAlerts(site.db, next(29 * 24 * 60));
  expect(await deliveries()).toHaveLength(1);
  await dropOldAlerts(site.db, next(31 * 24 * 60));
  expect(await deliveries()).toEqual([]);
});

test.each([
  [{ kind: 'weather' as 'mail' }, 'kind'],
  [{ url: '' }, 'url'],
  [{ events: ['sunrise' as 'review'] }, 'events'],
  [{ secret: 'too short', kind: 'webhook' as const }, 'secret'],
  [{ name: '名'.repeat(31) }, 'name'],
])('%j is refused and leaves nothing behind', async (change, field) => {
  const body = { kind: 'webhook' as const, url: 'https://home.example/hook', events: [], ...change };
  await expect(alerts().add({ body })).rejects.toMatchObject({
    id: 'invalid-input',
    field: expect.stringContaining(field),
  });
  expect(await list()).toEqual([]);
});

test('quiet hours need two times of a clock', async () => {
  for (const change of [{ from: '25:00' }, { to: '7:30' }, { from: '07:30', to: '07:30' }])
    await expect(
      alerts().saveQuiet({ body: { isOn: true, from: '22:30', to: '07:30', ...change } }),
    ).rejects.toMatchObject({ id: 'invalid-input' });
});
