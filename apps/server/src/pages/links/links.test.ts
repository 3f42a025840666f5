import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { forgetSettings, saveSettings } from '../../core/settings/settings.ts';

const site = freshSite();

const show = () => site.as(null).links.list();
const add = (groupName: string, name: string, more: { url?: string; reachable?: number; avatar?: string } = {}) =>
  site.db
    .insertInto('links')
    .values({ groupName, name, url: `https://${name}.example/`, intro: `${name}的站`, createdAt: 0, ...more })
    .execute();

type Save = Parameters<typeof saveSettings>;
async function save(group: Save[1], value: Save[2]) {
  await site.db.transaction().execute((trx) => saveSettings(trx, group, value));
  forgetSettings(site.db);
}

test('a site without friends shows its own card', async () => {
  expect(await show()).toEqual({
    count: 0,
    groups: [],
    own: { name: '墨笺', url: 'https://mojian.example', info: '把日子写在纸上', avatar: '' },
  });
});

test('the own card follows the settings, its picture as a whole address', async () => {
  await save('identity', { name: '林间', tagline: '慢慢写', logo: '/files/logo.webp' });
  expect((await show()).own).toMatchObject({ name: '林间', avatar: 'https://mojian.example/files/logo.webp' });
  await save('author', { avatar: 'https://a.example/me.png' });
  expect((await show()).own).toMatchObject({ info: '慢慢写', avatar: 'https://a.example/me.png' });
  await save('author', { avatar: 'https://[' });
  expect((await show()).own.avatar).toBe('');
});

test('groups and links are listed in order of arrival', async () => {
  await add('朋友', 'b');
  await add('工具', 'a', { reachable: 0, avatar: '/files/a.webp' });
  await add('朋友', 'c');
  expect(await show()).toMatchObject({
    count: 3,
    groups: [
      {
        name: '朋友',
        links: [
          { id: 1, name: 'b', url: 'https://b.example/', info: 'b的站', avatar: '', reachable: true },
          { id: 3, name: 'c' },
        ],
      },
      { name: '工具', links: [{ id: 2, reachable: false, avatar: '/files/a.webp' }] },
    ],
  });
});

test('an address that is not http or https is left out', async () => {
  for (const url of ['javascript:alert(1)', ' java\nscript:alert(1)', 'data:text/html,x', '/about', 'x', '', '//x.cn'])
    await add('坏', url, { url });
  await add('好', '<b>名</b>', { url: 'HTTPS://a.example' });
  expect(await show()).toMatchObject({ count: 1, groups: [{ name: '好', links: [{ name: '<b>名</b>' }] }] });
});
