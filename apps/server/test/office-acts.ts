import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { copyFile, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { maskedSecret } from '@mojian/contract/platform/rules';
import { expect, vi } from 'vitest';
import { forgetSettings, saveSettings } from '../src/core/settings/settings.ts';
import { giveAccount } from './account.ts';
import { chatIn } from './chat.ts';
import { noise } from './noise.ts';
import { testSite } from './site.ts';
import { sendForm, upload } from './upload.ts';

/** Secrets no record may hold. */
export const secret = 'geheimGeheimGeheimGeheimGeheimGeheimGeheim1';

const jobName = '慢事';
const email = 'lin@example.com';
const friend = { name: '邻居', info: '写字', url: 'https://friend.example', avatar: '', email: '', groupName: '朋友' };

/** A site on which everything that the back office may do can be done. */
export async function siteToActOn() {
  const site = await testSite({ jobs: [{ name: jobName, everySeconds: 3600, run: async () => {} }] });
  await giveAccount(site, site.lin, { email, password: 'a long enough one' });
  const begun = JSON.stringify({ steps: {}, overAt: null });
  await site.db.insertInto('settings').values({ name: 'setup', value: begun }).execute();
  return site;
}

type Site = Awaited<ReturnType<typeof siteToActOn>>;

/** Every call of the back office that changes anything, made once by the owner. */
export function actsOn(site: Site): Record<string, () => Promise<unknown>> {
  return {
    ...onWritings(site),
    ...onTaxonomy(site),
    ...onRedirects(site),
    ...onChat(site),
    ...onMembers(site),
    ...onTheSite(site),
  };
}

function onWritings(site: Site) {
  const { articles, files, stickers } = site.office(site.owner);
  return {
    'POST /v1/admin/articles/': async () => {
      const ids = [await site.writes()];
      const failed = [];
      for (const act of ['pin', 'feature', 'category', 'tag', 'withdraw', 'publish', 'trash', 'purge'] as const)
        failed.push(...(await articles.act({ body: { ids, act, categoryId: null, tag: '雨' } })).failed);
      return { failed };
    },
    'PUT /v1/admin/articles/carousel': async () => {
      const ids = [await site.writes({ title: '一' }), await site.writes({ title: '二' })];
      await articles.act({ body: { ids, act: 'feature' } });
      await articles.orderCarousel({ body: { ids } });
    },
    'POST /v1/admin/articles/review': async () => {
      const content = { title: '谷雨', markdown: '雨生百谷。' } as never;
      const made = await site.as(site.lin).drafts.create({ body: { key: 'browser-1', content } });
      const { version } = await site.as(site.lin).drafts.submit({ body: { id: made.id, version: made.version } });
      await articles.decide({ body: { id: made.id, version, approve: false, reason: '太短', recommend: false } });
    },
    'POST /v1/admin/articles/revert': async () => {
      const content = { title: '秋分', markdown: '昼夜平分。', tags: ['秋'] } as never;
      const mine = site.as(site.owner).drafts;
      const made = await mine.create({ body: { key: 'browser-2', content } });
      const { version } = await mine.submit({ body: { id: made.id, version: made.version } });
      const changed = { ...(await mine.mine({ query: { id: made.id } })).content, readType: 4 as const, summary: '短' };
      const saved = await mine.save({ body: { id: made.id, version, content: changed } });
      await mine.submit({ body: { id: made.id, version: saved.version } });
      const first = (await site.as(site.owner).revisions.list({ query: { id: made.id } })).at(-1)?.id ?? 0;
      const present = await articles.present({ query: { id: made.id } });
      await articles.revert({ body: { id: first, version: present.version } });
    },
    'POST /v1/admin/articles/import': () =>
      sendForm(site, site.owner, '/v1/admin/articles/import', [{ name: '雨.md', bytes: '# 雨\n\n下雨了。' }]),
    'POST /v1/admin/stickers/': async () => addSticker(site, '雨天'),
    'PUT /v1/admin/stickers/': async () => {
      const id = await addSticker(site, '晴天');
      await stickers.change({ body: { id, keywords: '太阳' } });
    },
    'DELETE /v1/admin/stickers/': async () => stickers.remove({ query: { id: await addSticker(site, '阴天') } }),
    'DELETE /v1/admin/stickers/pack': async () => {
      const [pack] = await stickers.list();
      await stickers.removePack({ query: { id: pack?.id ?? 0 } });
    },
    'POST /v1/admin/stickers/own': async () => stickers.putBack(),
    'POST /v1/admin/files/remove': async () => {
      const { data } = await upload(site, site.lin, await noise(20));
      await files.remove({ body: { keys: [data.url.replace('/files/', '')] } });
    },
  };
}

/** Adds a sticker and returns its id. */
async function addSticker(site: Site, name: string) {
  const file = { name: `${name}.png`, bytes: await noise(20) };
  const url = `/v1/admin/stickers/?pack=${encodeURIComponent('天气')}`;
  expect(await sendForm(site, site.owner, url, [file])).toMatchObject({ status: 200 });
  const { id } = await site.db.selectFrom('stickers').select('id').where('name', '=', name).executeTakeFirstOrThrow();
  return id;
}

function onRedirects(site: Site) {
  const { redirects } = site.office(site.owner);
  const miss = async (path: string) => {
    const row = { path, hits: 1, firstAt: 1, lastAt: 1 };
    return (await site.db.insertInto('missedPaths').values(row).returning('id').executeTakeFirstOrThrow()).id;
  };
  return {
    'POST /v1/admin/redirects/': () => redirects.add({ body: { from: '/rain', to: '/about' } }),
    'PUT /v1/admin/redirects/': async () => {
      const { id, path, target } = await redirects.add({ body: { from: '/wind', to: '/about' } });
      await redirects.change({ body: { id, before: { path, target }, from: '/wind', to: '/archive' } });
    },
    'POST /v1/admin/redirects/act': async () => {
      const { id } = await redirects.add({ body: { from: '/snow', to: '/about' } });
      await redirects.act({ body: { ids: [id], act: 'remove' } });
      return redirects.act({ body: { ids: [id], act: 'restore' } });
    },
    'POST /v1/admin/redirects/import': () =>
      sendForm(site, site.owner, '/v1/admin/redirects/import', [{ name: '旧地址.csv', bytes: '/hail,/about' }]),
    'POST /v1/admin/redirects/missed': async () => {
      const ids = [await miss('/fog')];
      await redirects.settle({ body: { ids, act: 'hide' } });
      return redirects.settle({ body: { ids, act: 'show' } });
    },
    'POST /v1/admin/redirects/missed/accept': async () =>
      redirects.accept({ body: { items: [{ id: await miss('/mist'), target: '/about' }] } }),
  };
}

function onSeries(site: Site) {
  const { series } = site.office(site.owner);
  const made = async (name: string) => (await series.create({ body: { name, intro: '' } })).id;
  return {
    'POST /v1/admin/series/': () => made('甲'),
    'PUT /v1/admin/series/': async () => {
      const before = { name: '乙', intro: '' };
      await series.update({ body: { id: await made('乙'), name: '丙', intro: '话', before } });
    },
    'PUT /v1/admin/series/items': async () => {
      const id = await made('丁');
      const authorId = site.owner.id;
      const [one, two] = [await site.writes({ title: '一', authorId }), await site.writes({ title: '二', authorId })];
      await series.arrange({ body: { id, before: [], ids: [one, two] } });
      await series.arrange({ body: { id, before: [one, two], ids: [two, one] } });
    },
    'DELETE /v1/admin/series/': async () => series.remove({ query: { id: await made('戊') } }),
  };
}

function onTaxonomy(site: Site) {
  const { categories, tags } = site.office(site.owner);
  const made = (name: string) => categories.create({ body: { name, intro: '' } });
  const tagged = async (name: string) => {
    await site.writes({ tags: [name] });
    return (await site.db.selectFrom('tags').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
  };
  return {
    ...onSeries(site),
    'POST /v1/admin/categories/': () => made('甲'),
    'PUT /v1/admin/categories/': async () => {
      const { id } = await made('乙');
      await categories.update({ body: { id, name: '丙', intro: '话', before: { name: '乙', intro: '' } } });
    },
    'PUT /v1/admin/categories/order': async () => {
      await made('丁');
      const ids = (await categories.list()).map(({ id }) => id);
      await categories.order({ body: { ids: ids.reverse() } });
    },
    'DELETE /v1/admin/categories/': async () => categories.remove({ query: { id: (await made('戊')).id } }),
    'PUT /v1/admin/tags/': async () => tags.rename({ body: { id: await tagged('雨'), before: '雨', name: '雪' } }),
    'POST /v1/admin/tags/merge': async () =>
      tags.merge({ body: { ids: [await tagged('风')], into: await tagged('霜') } }),
    'POST /v1/admin/tags/': async () => {
      const { id } = await site.db.insertInto('tags').values({ name: '空' }).returning('id').executeTakeFirstOrThrow();
      await tags.act({ body: { ids: [id], act: 'remove' } });
    },
  };
}

function onChat(site: Site) {
  const { comments, guestComments, says, board, chat, reports, feedback, notices, ...office } = site.office(site.owner);
  const conversation = chatIn(site);
  const commented = async () => {
    const articleId = await site.writes();
    return (await site.as(site.lin).comments.post({ body: { articleId, text: '评论的话' } })).id;
  };
  const wrote = async (title: string) => {
    await site.as(site.ming).feedback.send({ body: { type: 2, title, content: '第三张' } });
    return (await site.db.selectFrom('feedback').select('id').where('title', '=', title).executeTakeFirstOrThrow()).id;
  };
  return {
    ...onLinks(site),
    'POST /v1/admin/comments/': async () => comments.act({ body: { ids: [await commented()], act: 'remove' } }),
    'POST /v1/admin/guest-comments/refuse': () => guestComments.refuse({ body: { kind: 'name', value: '小广告' } }),
    'POST /v1/admin/guest-comments/accept': async () =>
      guestComments.accept({ body: { ids: (await guestComments.refused()).map(({ id }) => id) } }),
    'POST /v1/admin/says/': async () => says.act({ body: { ids: [await site.says()], act: 'remove' } }),
    'POST /v1/admin/board/': async () => {
      const message = await site.as(site.lin).board.post({ body: { text: '留言的话' } });
      await board.act({ body: { ids: [message?.id ?? 0], act: 'remove' } });
    },
    'POST /v1/admin/chat/': async () => {
      const { id } = await conversation.say(site.lin, '聊天的话');
      await chat.act({ body: { ids: [id], act: 'remove' } });
    },
    'POST /v1/admin/reports/': async () => {
      await site.as(site.ming).comments.report({ body: { id: await commented(), reason: '骂人' } });
      const { id } = await site.db.selectFrom('reports').select('id').executeTakeFirstOrThrow();
      await reports.act({ body: { ids: [id], act: 'settle' } });
    },
    'PUT /v1/admin/feedback/': async () =>
      feedback.answer({ body: { id: await wrote('甲'), version: 0, answer: '好了', settles: true } }),
    'POST /v1/admin/feedback/': async () => feedback.act({ body: { ids: [await wrote('乙')], act: 'settle' } }),
    'POST /v1/admin/notices/': () => notices.send({ body: { title: '告示', text: '春天到了' } }),
    'POST /v1/admin/notices/undo': async () => {
      const { id } = await notices.send({ body: { title: '告示二', text: '春天又到了' } });
      await notices.undo({ body: { id } });
    },
    'POST /v1/admin/outbox/': async () => {
      const entry = { kind: 'send-mail', payload: `{"code":"${secret}"}`, dueAt: Date.now() + 1e6 };
      const made = site.db.insertInto('outbox').values({ ...entry, attempts: 3, failure: `Error: token=${secret}` });
      const { id } = await made.returning('id').executeTakeFirstOrThrow();
      await office.outbox.act({ body: { ids: [id], act: 'retry' } });
    },
  };
}

function onLinks(site: Site) {
  const { links, navigation } = site.office(site.owner);
  const known = async (name: string) => {
    const url = `https://${encodeURIComponent(name).replaceAll('%', '').toLowerCase()}.example`;
    return (await links.add({ body: { ...friend, name, url } })).id;
  };
  const grouped = async (name: string) => (await navigation.saveGroup({ body: { name } })).id;
  const listed = async (name: string) => {
    const groupId = await grouped(name);
    const site = { groupId, name, url: `https://${groupId}.example`, info: '', logo: '' };
    return { ...site, id: (await navigation.saveSite({ body: site })).id };
  };
  return {
    'POST /v1/admin/links/': () => known('甲'),
    'POST /v1/admin/links/act': async () => links.act({ body: { ids: [await known('乙')], act: 'remove' } }),
    'PUT /v1/admin/links/': async () => {
      const id = await known('丙');
      await links.change({ body: { ...friend, url: 'https://third.example', id, version: 0, info: '改了' } });
    },
    'PUT /v1/admin/links/order': async () => {
      await known('丁');
      const groups = (await links.order()).map(({ name, links }) => ({
        name,
        ids: links.map(({ id }) => id).reverse(),
      }));
      await links.arrange({ body: { groups } });
    },
    'PUT /v1/admin/navigation/groups': () => grouped('工具'),
    'PUT /v1/admin/navigation/sites': async () => {
      const made = await listed('站');
      await navigation.saveSite({ body: { ...made, version: 0, info: '新的简介' } });
    },
    'DELETE /v1/admin/navigation/sites': async () => navigation.removeSite({ query: { id: (await listed('子')).id } }),
    'DELETE /v1/admin/navigation/groups': async () =>
      navigation.removeGroup({ query: { id: (await listed('丑')).groupId } }),
    'PUT /v1/admin/navigation/order': async () => {
      await listed('寅');
      const groups = (await navigation.list()).map(({ id, sites }) => ({ id, siteIds: sites.map((one) => one.id) }));
      await navigation.arrange({ body: { groups: groups.reverse() } });
    },
  };
}

function onMembers(site: Site) {
  const { members, merges, registration } = site.office(site.owner);
  const { id } = site.lin;
  const ids = [site.ming.id];
  return {
    'POST /v1/admin/applications/': async () => {
      await site.turn({ registration: 'review' });
      const body = { email: 'he@example.com', nickname: '小禾', password: 'a long enough one' };
      await site.as(null).accounts.apply({ body: { ...body, code: await site.codeFor(body.email) } });
      const [waiting] = (await registration.applications({ query: {} })).records;
      return registration.decide({ body: { act: 'refuse', ids: [waiting?.id ?? 0], reason: '不认识' } });
    },
    'POST /v1/admin/invitations/': () => registration.invite({ body: { uses: 2, days: 3, note: '老同学' } }),
    'DELETE /v1/admin/invitations/': async () => {
      const { id: invitation } = await registration.invite({ body: {} });
      return registration.revoke({ query: { id: invitation } });
    },
    'PUT /v1/admin/users/role': () => members.changeRole({ body: { id, from: 'member', role: 'editor' } }),
    'POST /v1/admin/users/note': () => members.addNote({ body: { id, text: '老朋友' } }),
    'DELETE /v1/admin/users/note': async () =>
      members.removeNote({ query: await members.addNote({ body: { id, text: '写错了' } }) }),
    'DELETE /v1/admin/users/session': () => members.endSession({ query: { id } }),
    'POST /v1/admin/users/resetLink': () => members.resetLink({ body: { id, by: 'copy' } }),
    'POST /v1/admin/users/disable': () => members.disable({ body: { id, reason: '发广告', until: null } }),
    'POST /v1/admin/users/enable': () => members.enable({ body: { id } }),
    'POST /v1/admin/users/mute': () => members.mute({ body: { id, reason: '刷屏', until: null } }),
    'POST /v1/admin/users/unmute': () => members.unmute({ body: { id } }),
    'POST /v1/admin/users/take-down': () => members.takeDown({ body: { id } }),
    'POST /v1/admin/users/put-back': () => members.putBack({ body: { id } }),
    'POST /v1/admin/users/guests/take-down': () => members.takeGuestsDown({ body: { hours: 1 } }),
    'POST /v1/admin/users/guests/put-back': () => members.putGuestsBack({ body: { hours: 1 } }),
    'POST /v1/admin/users/act': () => members.act({ body: { act: 'disable', ids, reason: '广告', until: null } }),
    'POST /v1/admin/users/merge': () => merges.merge({ body: { from: site.ming.id, into: id } }),
  };
}

function onTheSite(site: Site) {
  const { settings, selfTests, setup, jobs, system, audit } = site.office(site.owner);
  return {
    ...onAlerts(site),
    ...onUpgrade(site),
    ...onKeys(site),
    ...onBackups(site),
    ...onImports(site),
    'PUT /v1/admin/settings/': async () => {
      for (const group of await settings.list())
        await settings.save({ body: { ...group, value: withSecrets(group.value) } });
    },
    'POST /v1/admin/self-tests': () => selfTests.run({ body: { what: 'storage' } }),
    'PUT /v1/admin/setup/': () => setup.mark({ body: { step: 'look', state: 'skipped' } }),
    'DELETE /v1/admin/setup/sample': () => setup.removeSample(),
    'POST /v1/admin/setup/': () => setup.finish(),
    'POST /v1/admin/jobs/': () => jobs.run({ body: { name: jobName } }),
    'POST /v1/admin/system/ask-updates': async () => {
      const nobody = { updates: true, updatesUrl: 'http://127.0.0.1:9/' };
      await site.db.transaction().execute((trx) => saveSettings(trx, 'system', nobody));
      forgetSettings(site.db);
      await system.askUpdates().catch(() => 'nobody answers, and yet it was asked');
    },
    'POST /v1/admin/system/clear-pages': () => system.clearPages(),
    'POST /v1/admin/system/rebuild-search': () => system.rebuildSearch(),
    'POST /v1/admin/audit/download': () => audit.download({ body: { who: '站', format: 'csv' } }),
  };
}

function onAlerts(site: Site) {
  const { alerts } = site.office(site.owner);
  const added = async () =>
    (await alerts.add({ body: { kind: 'ntfy', url: 'https://ntfy.example/topic', secret } })).id;
  return {
    'POST /v1/admin/alerts/': added,
    'PUT /v1/admin/alerts/': async () =>
      alerts.change({ body: { id: await added(), secret: `${secret}2`, events: ['failed'], isOn: false } }),
    'DELETE /v1/admin/alerts/': async () => alerts.remove({ query: { id: await added() } }),
    'POST /v1/admin/alerts/test': () => alerts.test({ body: { kind: 'mail', url: 'shen@example.com' } }),
    'POST /v1/admin/alerts/retry': async () => {
      const failed = { title: '评论等审核', text: '', items: '[]', link: '', state: 'failed' as const, createdAt: 1 };
      const delivery = { ...failed, channelId: await added(), took: null, sentAt: null };
      const inserting = site.db.insertInto('alertDeliveries').values(delivery).returning('id');
      await alerts.retry({ body: await inserting.executeTakeFirstOrThrow() });
    },
    'PUT /v1/admin/alerts/quiet': () => alerts.saveQuiet({ body: { isOn: true, from: '22:30', to: '07:30' } }),
  };
}

function onKeys(site: Site) {
  const { accessKeys, adminAccessKeys } = site.office(site.owner);
  const added = async () => {
    const { id, key } = await accessKeys.add({ body: { name: 'Obsidian', scopes: ['draft'], days: 30 } });
    return { id, key };
  };
  return {
    'POST /v1/key/': added,
    'PUT /v1/key/': async () =>
      accessKeys.change({ body: { id: (await added()).id, name: '旧手机', scopes: ['read', 'upload'] } }),
    'DELETE /v1/key/': async () => accessKeys.revoke({ query: { id: (await added()).id } }),
    'DELETE /v1/admin/keys/': async () => adminAccessKeys.revoke({ query: { id: (await added()).id } }),
  };
}

/** A site that install.sh set up, with a key for releases and an address where nobody answers. */
function onUpgrade(site: Site) {
  const { upgrade } = site.office(site.owner);
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  Object.assign(site.running.config, {
    upgradeByRequest: true,
    upgradeKey: publicKey,
    upgradeUrl: 'http://127.0.0.1:9/',
  });
  const name = 'mojian-9.0.0-node.tar.xz';
  const bytes = Buffer.from('an archive');
  const sums = `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`;
  return {
    'POST /v1/admin/upgrade/look': () => upgrade.look().catch(() => 'nobody answers, and yet it was asked'),
    'POST /v1/admin/upgrade/check': async () => {
      const piece = `/v1/admin/upgrade/upload?id=release-12345&from=0&total=${bytes.length}`;
      await sendForm(site, site.owner, piece, [{ name, bytes }]);
      const signature = sign(null, Buffer.from(sums), privateKey).toString('base64');
      await upgrade.check({ body: { name, sums, signature } });
    },
    'POST /v1/admin/upgrade/': () => upgrade.start({ body: { act: 'rollback' } }),
    'DELETE /v1/admin/upgrade/request': () => upgrade.withdraw(),
  };
}

/** `made`: makes a backup and gives its name. */
function onRemotes(site: Site, made: () => Promise<string>) {
  const { remotes, backups } = site.office(site.owner);
  const mounted = async () => {
    const url = await mkdtemp(join(site.dataDir, '..', 'mojian-mounted-'));
    return { url, id: (await remotes.add({ body: { kind: 'folder', url, passphrase: secret } })).id };
  };
  const stored = async () => {
    const [{ url, id }, name] = [await mounted(), await made()];
    await copyFile(join(site.dataDir, 'backups', name), join(url, name));
    return { id, name };
  };
  return {
    'POST /v1/admin/backups/remotes/': () =>
      remotes.add({ body: { kind: 'webdav', url: 'https://dav.example/backups', username: 'shen', secret } }),
    'PUT /v1/admin/backups/remotes/': async () =>
      remotes.change({ body: { id: (await mounted()).id, passphrase: `${secret}2`, keep: 3, name: '硬盘' } }),
    'POST /v1/admin/backups/remotes/test': async () => remotes.test({ body: { id: (await mounted()).id } }),
    'POST /v1/admin/backups/remotes/upload': async () =>
      remotes.upload({ body: { id: (await mounted()).id, name: await made() } }),
    'POST /v1/admin/backups/remotes/fetch': async () => {
      await remotes.fetch({ body: await stored() });
      const isDone = async () => expect((await backups.work())?.state).toBe('done');
      await vi.waitFor(isDone, { timeout: 100_000, interval: 30 });
    },
    'DELETE /v1/admin/backups/remotes/files': async () => remotes.removeFile({ query: await stored() }),
    'DELETE /v1/admin/backups/remotes/': async () => remotes.remove({ query: { id: (await mounted()).id } }),
  };
}

const secretFields = /^(?:secret|token|aesKey|baiduToken|password)$/;

/** Every secret there may be, set for the first time. */
function withSecrets(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      if (typeof part === 'object' && part !== null && !Array.isArray(part))
        return [name, withSecrets(part as Record<string, unknown>)];
      return [name, secretFields.test(name) && (part === '' || part === maskedSecret) ? secret : part];
    }),
  );
}

const comments = JSON.stringify([
  {
    objectId: '1',
    nick: '过路人',
    mail: '',
    comment: '还在等',
    url: '/nowhere/',
    createdAt: '2020-05-01T00:00:00.000Z',
  },
]);

function onImports(site: Site) {
  const { imports } = site.office(site.owner);
  const isDone = () =>
    vi.waitFor(async () => expect(await imports.work()).toMatchObject({ state: 'done', failure: '' }), {
      timeout: 100_000,
    });
  const latest = async () => (await imports.list({ query: {} })).records[0]?.id ?? 0;
  return {
    'POST /v1/admin/imports/': async () => {
      const piece = `/v1/admin/imports/upload?id=upload-67890&from=0&total=${Buffer.byteLength(comments)}`;
      await sendForm(site, site.owner, piece, [{ name: 'comment.json', bytes: Buffer.from(comments) }]);
      await imports.start({ body: { upload: 'upload-67890', fileName: 'comment.json' } });
      await isDone();
    },
    'POST /v1/admin/imports/report': async () => imports.report({ body: { id: await latest() } }),
    'POST /v1/admin/imports/waiting': async () => {
      const [place] = (await imports.waiting({ query: {} })).records;
      const { origin = '', address = '', title = '' } = place ?? {};
      await imports.settle({ body: { place: { origin, address, title, article: null } } });
    },
    'POST /v1/admin/imports/act': async () => {
      await imports.act({ body: { id: await latest(), act: 'undo' } });
      await isDone();
    },
  };
}

function onBackups(site: Site) {
  const { backups, content, domain } = site.office(site.owner);
  const made = async () => {
    await backups.start({ body: { kind: 'create' } });
    const isDone = async () => {
      const work = await backups.work();
      if (work?.state !== 'done') throw new Error(work?.failure || 'not yet');
      return work.name;
    };
    return vi.waitFor(isDone, { timeout: 100_000, interval: 30 });
  };
  return {
    'POST /v1/admin/backups/work': made,
    'POST /v1/admin/backups/download': async () => backups.download({ body: { name: await made() } }),
    'DELETE /v1/admin/backups/': async () => backups.remove({ query: { name: await made() } }),
    'POST /v1/admin/backups/upload': async () => {
      const { url } = await backups.download({ body: { name: await made() } });
      const bytes = (await site.app.inject({ url })).rawPayload;
      const piece = `/v1/admin/backups/upload?id=upload-12345&from=0&total=${bytes.length}`;
      return sendForm(site, site.owner, piece, [{ name: 'backup.zip', bytes }]);
    },
    ...onRemotes(site, made),
    'POST /v1/admin/content/download': () => content.download(),
    'POST /v1/admin/domain/': () => domain.move({ body: { from: 'https://old.example.com' } }),
  };
}
