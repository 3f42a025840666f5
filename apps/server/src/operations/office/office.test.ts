import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite();

test('entering returns the member, their permissions and pending items', async () => {
  const articleId = await site.writes();
  const comment = {
    articleId,
    authorId: site.ming.id,
    text: '好',
    createdAt: 1,
    removedAt: null,
    state: 'held' as const,
  };
  await site.db
    .insertInto('comments')
    .values({ ...comment, sayId: null, parentId: null, replyToId: null, sendKey: null })
    .execute();
  const office = await site.office(site.owner).office.enter();
  expect(office).toMatchObject({ nickname: '站长', role: 'owner', waiting: { comments: 1, articles: 0, reports: 0 } });
  expect(office.permissions).toContain('settings.change');
});

test('a moderator sees only what they may settle, and a member is refused', async () => {
  await site.db.updateTable('users').set({ role: 'moderator' }).where('id', '=', site.lin.id).execute();
  const { permissions } = await site.office(site.lin).office.enter();
  expect(permissions).toContain('comments.moderate');
  expect(permissions).not.toContain('settings.read');
  await expect(site.office(site.ming).office.enter()).rejects.toMatchObject({ id: 'not-allowed' });
});
