import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { feedRoutes } from './feeds.routes.ts';

const site = freshSite();

test('OPML has the feeds that were found, in their groups and escaped; not those left out, nor while the feature is off', async () => {
  await site.turn({ neighbours: true });
  const add = async (name: string, host: string, url: string) => {
    const link = { groupName: '手艺', name, url: `https://${host}/`, state: 'approved' as const, createdAt: 0 };
    const { id } = await site.db.insertInto('links').values(link).returning('id').executeTakeFirstOrThrow();
    await site.db
      .insertInto('neighbourFeeds')
      .values({ linkId: id, soughtFor: '', url, dueAt: 0, readAt: null })
      .execute();
    return id;
  };
  const id = await add('甲 & "乙"', 'a.example', 'https://a.example/feed?a=1&b=2');
  await add('没有订阅', 'b.example', '');
  const app = Fastify();
  feedRoutes(app, site);
  const opml = () => app.inject('/neighbours.opml');
  const { statusCode, body, headers } = await opml();
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/x-opml; charset=utf-8']);
  expect(body).toContain(
    '<outline text="手艺" title="手艺"><outline type="rss" text="甲 &amp; &quot;乙&quot;" title="甲 &amp; &quot;乙&quot;" xmlUrl="https://a.example/feed?a=1&amp;b=2" htmlUrl="https://a.example/"/></outline>',
  );
  expect(body).not.toContain('没有订阅');
  await site.db.updateTable('links').set({ readsFeed: 0 }).where('id', '=', id).execute();
  expect((await opml()).body).not.toContain('甲');
  await site.turn({ neighbours: false });
  expect((await opml()).statusCode).toBe(404);
  await app.close();
});
