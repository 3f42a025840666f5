import type { RequestListener } from 'node:http';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { mayReachHere, openNeighbour } from '../../../test/neighbour.ts';
import { keepLinkPicture } from './link-checks.ts';
import { approveLink } from './links.ts';

const site = freshSite();

async function openFriend(answer: RequestListener) {
  const { url } = await openNeighbour(answer);
  return `${url}/face.png`;
}

const face = () =>
  sharp({ create: { width: 80, height: 80, channels: 3, background: '#a33' } })
    .png()
    .toBuffer();
async function add(avatar: string, state: 'approved' | 'pending' = 'approved') {
  const link = { groupName: '', name: '邻居', url: `https://friend.example/${avatar}`, avatar, state, createdAt: 0 };
  const { id } = await site.db.insertInto('links').values(link).returning('id').executeTakeFirstOrThrow();
  return id;
}
const keep = (id: number, time = 10_000) => keepLinkPicture({ ...site, time, mayReach: mayReachHere }, { id });
const avatars = async () =>
  (await site.db.selectFrom('links').select('avatar').orderBy('id').execute()).map(({ avatar }) => avatar);
const dropped = () => site.db.selectFrom('outbox').select('payload').where('kind', '=', 'drop-pages').execute();

test('approving a link fetches its picture, and the card shows the stored copy', async () => {
  const picture = await face();
  const url = await openFriend((_request, reply) => void reply.end(picture));
  const id = await add(url, 'pending');
  await keep(id);
  expect(await avatars()).toEqual([url]);
  await approveLink(site, id);
  const requested = site.db.selectFrom('outbox').select('payload').where('kind', '=', 'keep-link-picture');
  expect(await requested.execute()).toEqual([{ payload: JSON.stringify({ id }) }]);

  await keep(id);
  await keep(id);
  const [avatar = ''] = await avatars();
  expect(avatar).toMatch(/^\/files\/.+\.webp$/);
  expect((await site.as(null).links.list()).groups[0]?.links[0]?.avatar).toBe(avatar);
  expect(await site.storage.has(avatar.replace('/files/', ''))).toBe(true);
  expect(await dropped()).toHaveLength(2);
});

test('icons that are no picture, too large, silent, missing or private fall back to the letter', async () => {
  const urls = [
    await openFriend((_request, reply) => void reply.end('<script>alert(1)</script>')),
    await openFriend((_request, reply) => void reply.writeHead(404).end()),
    await openFriend(() => {}),
    await openFriend((_request, reply) => void reply.writeHead(302, { location: 'http://127.0.0.2/' }).end()),
    await openFriend((_request, reply) => {
      reply.writeHead(200, { 'content-length': 10_000_000_000 });
      const pour = () => {
        while (!reply.destroyed && reply.write(Buffer.alloc(64 * 1024)));
      };
      reply.on('drain', pour);
      pour();
    }),
    'http://10.0.0.1/a.png',
    '/files/own.webp',
    '',
  ];
  for (const url of urls) await keep(await add(url), 700);
  expect(await avatars()).toEqual(urls);
  expect(await site.keptFiles()).toBe(0);
  expect(await site.db.selectFrom('files').select('key').execute()).toEqual([]);
  expect(await dropped()).toEqual([]);
  await keep(999);
});
