import { api } from '@mojian/contract/all';
import { adminApi } from '@mojian/contract/all-admin';
import type { Endpoint } from '@mojian/contract/platform/endpoint';
import { type BelongsTo, type Feature, featureNames, featureOffText } from '@mojian/contract/platform/features';
import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { tokenOf } from '../../../test/site.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

const site = freshSite();

const endpoints: Endpoint[] = [api, adminApi].flatMap((each) =>
  Object.values(each).flatMap((calls) => Object.values(calls) as Endpoint[]),
);
const listed = (belongsTo: BelongsTo = []) => (typeof belongsTo === 'string' ? [belongsTo] : belongsTo);
const callsOf = (feature: Feature) => endpoints.filter((one) => listed(one.feature).includes(feature));

/** Settings that turn each feature off. */
const off = (feature: Feature) => ({
  [feature]: feature === 'comments' ? 'hidden' : feature === 'registration' ? 'closed' : false,
});

async function answer({ method, path }: Endpoint, viewer: Viewer | null) {
  const headers = viewer ? { authorization: tokenOf(viewer) } : {};
  const { body } = await site.app.inject({ method, url: path.replace(/:\w+/g, '1'), headers });
  return JSON.parse(body) as { code: number; message: string; extra: { failure?: string } };
}

test('every feature has calls of its own', () => {
  for (const feature of featureNames) expect(callsOf(feature).length, feature).toBeGreaterThan(0);
});

test.each(featureNames)('while %s is off each of its calls is refused by name to everybody', async (feature) => {
  const others = feature === 'group' ? 'privateChat' : feature === 'privateChat' ? 'group' : undefined;
  await site.turn({ neighbours: true, ...off(feature), ...(others && off(others)) });
  for (const endpoint of callsOf(feature))
    for (const viewer of [null, site.ming, site.owner])
      expect(await answer(endpoint, viewer), `${endpoint.method} ${endpoint.path}`).toMatchObject({
        code: 404,
        message: featureOffText(endpoint.feature ?? []),
        extra: { failure: 'feature-off' },
      });
  expect((await site.as(null).site.info()).data.features).not.toContain(feature);

  await site.turn({ neighbours: true });
  for (const endpoint of callsOf(feature))
    for (const viewer of [null, site.ming, site.owner])
      expect((await answer(endpoint, viewer)).extra.failure, endpoint.path).not.toBe('feature-off');
  expect((await site.as(null).site.info()).data.features).toContain(feature);
});

test('a call of several features works while one of them is on', async () => {
  const rooms = () => site.as(site.ming).chat.rooms();
  await site.turn({ group: false });
  expect((await rooms()).data).toEqual([]);
  await site.turn({ privateChat: false });
  expect((await rooms()).data).toMatchObject([{ kind: 'group' }]);
  await site.turn({ group: false, privateChat: false });
  await expect(rooms()).rejects.toMatchObject({ id: 'feature-off', message: '站长关闭了聊天室与私聊' });
});

test('calls of other features are not refused', async () => {
  await site.turn(Object.assign({}, ...featureNames.map(off)));
  const free = endpoints.filter(({ feature, path }) => feature === undefined && path !== '/logout');
  for (const endpoint of free) {
    const { code, extra } = await answer(endpoint, site.owner);
    expect([code, extra.failure], endpoint.path).not.toEqual([404, 'feature-off']);
    expect(code, endpoint.path).toBeLessThan(500);
  }
});

test('the friends’ new articles are off until the owner turns them on, and while there are no friend links', async () => {
  const on = async () => (await site.as(null).site.info()).data.features.includes('neighbours');
  expect(await on()).toBe(false);
  await site.turn({ neighbours: true });
  expect(await on()).toBe(true);
  await site.turn({ neighbours: true, links: false });
  expect(await on()).toBe(false);
  await expect(site.as(null).neighbours.list({ query: {} })).rejects.toMatchObject({ id: 'feature-off' });
});
