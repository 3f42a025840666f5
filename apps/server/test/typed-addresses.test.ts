import { allGroups } from '@mojian/contract/core/settings-fields/sections';
import { expect, test } from 'vitest';
import { forgetSettings, readSettings } from '../src/core/settings/settings.ts';
import { freshSite } from './fresh-site.ts';

const site = freshSite();
const typed = 'lishuzhuo.example.com/about';
const whole = `https://${typed}`;

/** Sets what stands at a path of nested objects. */
function withAt(value: Record<string, unknown>, path: string, set: unknown): Record<string, unknown> {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...value, [first]: set };
  return { ...value, [first]: withAt((value[first] ?? {}) as Record<string, unknown>, rest.join('.'), set) };
}

const addresses = allGroups.flatMap(({ name, fields, parts: subsections = [] }) =>
  [...fields, ...subsections.flatMap((part) => part.fields)]
    .filter(({ kind }) => kind === 'address')
    .map(({ path }) => ({ name, path })),
);

test('each address of the settings is completed', async () => {
  expect(addresses.length).toBeGreaterThan(6);
  const office = site.office(site.owner).settings;
  for (const { name, path } of addresses) {
    const found = (await office.list()).find((group) => group.name === name);
    const value = withAt(found?.value ?? {}, path, typed);
    const saved = await office.save({ body: { name, value, version: found?.version ?? '' } });
    expect(JSON.stringify(saved.value), `${name}.${path}`).toContain(whole);
    forgetSettings(site.db);
  }
});

test('an entry of the menu is completed', async () => {
  const office = site.office(site.owner).settings;
  const found = (await office.list()).find(({ name }) => name === 'menu');
  const value = { items: [{ to: typed, words: '小店', hidden: false }] };
  await office.save({ body: { name: 'menu', value, version: found?.version ?? '' } });
  forgetSettings(site.db);
  expect(JSON.stringify((await readSettings(site.db)).menu)).toContain(whole);
});

test('friend links, navigation, profiles and sources of reposts are completed', async () => {
  const office = site.office(site.owner);
  await office.links.add({ body: { name: '李', url: typed, avatar: 'lishuzhuo.example.com/a.png' } as never });
  const email = 'li@example.com';
  await site.as(null).links.apply({ body: { name: '树', info: '桌', url: `shu.${typed}`, email } as never });
  const links = await site.db.selectFrom('links').select(['url', 'avatar']).orderBy('id').execute();
  expect(links).toEqual([
    { url: whole, avatar: 'https://lishuzhuo.example.com/a.png' },
    { url: `https://shu.${typed}`, avatar: '' },
  ]);

  const { id: groupId } = await office.navigation.saveGroup({ body: { name: '工具' } });
  await office.navigation.saveSite({ body: { groupId, name: '李', url: typed } as never });
  expect(await site.db.selectFrom('navigationSites').select('url').execute()).toEqual([{ url: whole }]);

  await site.as(site.lin).members.update({ body: { website: typed } });
  const { website } = await site.as(null).members.info({ query: { userId: site.lin.id } });
  expect(website).toBe(whole);

  const content = { title: '转载', markdown: '一段。', original: false, sourceUrl: typed };
  const { id } = await site.as(site.lin).drafts.create({ body: { key: 'a-repost-of-mine', content } as never });
  expect((await site.as(site.lin).drafts.mine({ query: { id } })).content.sourceUrl).toBe(whole);
});
