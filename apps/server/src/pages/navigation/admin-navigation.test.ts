import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite();

const office = () => site.office(site.owner).navigation;
const addGroup = async (name: string) => (await office().saveGroup({ body: { name } })).id;
const addSite = async (groupId: number, name: string) =>
  (await office().saveSite({ body: { groupId, name, url: `https://${name}.example` } })).id;
const shown = async () =>
  (await site.as(null).navigation.list()).map(({ name, sites }) => [name, ...sites.map((one) => one.name)]);
const acts = async () =>
  (await site.db.selectFrom('auditLog').select('act').orderBy('id').execute()).map(({ act }) => act);

test('groups and sites are added, changed and put in order, and readers see them so', async () => {
  const [tools, friends] = [await addGroup('工具'), await addGroup('朋友')];
  const [a, b, c] = [await addSite(tools, 'a'), await addSite(tools, 'b'), await addSite(friends, 'c')];
  expect(await shown()).toEqual([
    ['工具', 'a', 'b'],
    ['朋友', 'c'],
  ]);
  await office().arrange({
    body: {
      groups: [
        { id: friends, siteIds: [b, c] },
        { id: tools, siteIds: [a] },
      ],
    },
  });
  await office().saveGroup({ body: { id: tools, version: 0, name: '用具' } });
  await office().saveSite({
    body: { id: a, version: 0, groupId: tools, name: 'A', url: 'https://a.example', info: '好' },
  });
  expect(await shown()).toEqual([
    ['朋友', 'b', 'c'],
    ['用具', 'A'],
  ]);
  expect(await office().list()).toMatchObject([{ id: friends }, { id: tools, version: 1, sites: [{ info: '好' }] }]);
  expect((await acts()).slice(-3)).toEqual(['navigation.arrange', 'navigation.changeGroup', 'navigation.changeSite']);
});

test('an empty group is seen by the staff alone; a group goes with its sites', async () => {
  const id = await addGroup('空');
  expect(await shown()).toEqual([]);
  expect(await office().list()).toMatchObject([{ name: '空', sites: [] }]);
  const one = await addSite(id, 'a');
  await addSite(id, 'b');
  await office().removeSite({ query: { id: one } });
  expect(await shown()).toEqual([['空', 'b']]);
  await office().removeGroup({ query: { id } });
  expect(await office().list()).toEqual([]);
  expect(await site.db.selectFrom('navigationSites').select('id').execute()).toEqual([]);
  await expect(office().removeGroup({ query: { id } })).rejects.toMatchObject({ id: 'not-found' });
});

test('the second of two concurrent changes is a conflict, as is an outdated order', async () => {
  const id = await addGroup('组');
  const one = await addSite(id, 'a');
  const rename = (name: string) => office().saveGroup({ body: { id, version: 0, name } });
  await rename('新');
  await expect(rename('旧')).rejects.toMatchObject({ id: 'stale' });
  const change = (name: string) =>
    office().saveSite({ body: { id: one, version: 0, groupId: id, name, url: 'https://a.example' } });
  await change('新');
  await expect(change('旧')).rejects.toMatchObject({ id: 'stale' });
  for (const siteIds of [[], [one, one], [999]])
    await expect(office().arrange({ body: { groups: [{ id, siteIds }] } })).rejects.toMatchObject({ id: 'stale' });
  expect(await shown()).toEqual([['新', '新']]);
});

test.each([
  [{ name: ' ' }, 'name', '请输入站名'],
  [{ name: '名'.repeat(31) }, 'name', '站名不能超过 30 个字'],
  [{ url: 'javascript:alert(1)' }, 'url', '请输入正确的网址'],
  [{ logo: 'data:image/svg+xml,x' }, 'logo', '请输入正确的图标地址'],
  [{ groupId: 999 }, 'groupId', '没有这一组'],
])('%j is refused and leaves nothing behind', async (change, field, message) => {
  const groupId = await addGroup('组');
  const body = { groupId, name: 'a', url: 'https://a.example', ...change };
  await expect(office().saveSite({ body })).rejects.toMatchObject({ field, message });
  expect(await site.db.selectFrom('navigationSites').select('id').execute()).toEqual([]);
  expect(await acts()).toEqual(['navigation.addGroup']);
});

test('each of several wrong fields is named, in the order of the call', async () => {
  const body = { groupId: await addGroup('组'), name: ' ', url: 'x', info: '长'.repeat(101) };
  const { faults } = await office()
    .saveSite({ body })
    .catch((error) => error);
  expect(faults).toEqual([
    { field: 'name', text: '请输入站名' },
    { field: 'url', text: '请输入正确的网址' },
    { field: 'info', text: '简介不能超过 100 个字' },
  ]);
});
