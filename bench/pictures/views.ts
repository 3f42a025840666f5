import type { Page } from 'playwright-core';

/** A screen as a document shows it. `as`: who looks; `see`: what has to be in the window, at its upper edge. */
export type View = {
  name: string;
  path: string;
  as?: 'owner';
  size?: keyof typeof sizes;
  theme?: 'dark';
  see?: string;
  act?: (page: Page) => Promise<unknown>;
  /** The page to its end. */
  isWhole?: true;
};

/** Windows in CSS pixels. */
export const sizes = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
  office: { width: 1200, height: 900 },
  wide: { width: 1600, height: 900 },
  specimen: { width: 1200, height: 900 },
};

const fog = '/article/three-hours-of-fog';
const story = '/article/borrowed-courtyard';

/** Sets the book vertically. */
async function setVertically(page: Page) {
  await page.locator('.book-foot b').waitFor();
  await page.getByRole('button', { name: '竖排' }).click();
}

/** Makes a backup, writes two comments after it, and opens the dialog that restores it. */
async function offerRestore(page: Page) {
  const offers = page.getByRole('button', { name: '恢复…' });
  const before = await offers.count();
  await page.getByRole('button', { name: '立即备份' }).click();
  await offers.nth(before).waitFor();
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? '';
  for (const text of ['今天又去看了一回，叶子落了一半。', '照片补上了。'])
    await page.request.post('/v1/comment/', { headers: { authorization: token }, data: { articleId: 1, text } });
  await page.reload();
  await page.getByRole('button', { name: '恢复…' }).first().click();
  await page.getByRole('button', { name: '恢复整个站点' }).waitFor();
}

/** Opens a published article of the owner for another change. */
async function edit(page: Page) {
  await page.getByRole('link', { name: '编辑《借来的院子》' }).click();
  await page.locator('.text-pane .cm-content').waitFor();
}

/** Every picture of README and docs/look.md, by the name of its file. */
export const views: View[] = [
  { name: 'home', path: '/' },
  { name: 'home-phone', path: '/', size: 'phone' },
  { name: 'home-dark', path: '/', theme: 'dark' },
  { name: 'article', path: fog },
  { name: 'article-phone', path: fog, size: 'phone' },
  { name: 'album-rows', path: '/article/album-four-days-of-sea', see: '.photo-row' },
  { name: 'book', path: `${story}/read`, act: setVertically },
  { name: 'code', path: '/article/fourier-in-ten-minutes', see: '.prose math' },
  { name: 'comments-dark', path: story, theme: 'dark', see: '#comments' },
  { name: 'comments-phone', path: story, size: 'phone', theme: 'dark', see: '#comments' },
  { name: 'archive', path: '/archive' },
  { name: 'archive-phone', path: '/archive', size: 'phone' },
  { name: 'category', path: '/category' },
  { name: 'person', path: '/user/2' },
  { name: 'person-phone', path: '/user/2', size: 'phone' },
  { name: 'say', path: '/say' },
  { name: 'say-phone', path: '/say', size: 'phone' },
  { name: 'board', path: '/message' },
  { name: 'board-phone', path: '/message', size: 'phone' },
  { name: 'search', path: '/search?q=柿子' },
  { name: 'navigation', path: '/navigation' },
  { name: 'navigation-phone', path: '/navigation', size: 'phone' },
  { name: 'chat', path: '/im?userId=2', as: 'owner' },
  { name: 'chat-phone', path: '/im?userId=2', as: 'owner', size: 'phone' },
  { name: 'chat-rooms-phone', path: '/im', as: 'owner', size: 'phone', theme: 'dark' },
  { name: 'notice', path: '/notice', as: 'owner', size: 'office' },
  { name: 'notice-phone', path: '/notice', as: 'owner', size: 'phone' },
  { name: 'user', path: '/user', as: 'owner', size: 'office' },
  { name: 'editor', path: '/user', as: 'owner', size: 'wide', act: edit },
  { name: 'editor-phone', path: '/user', as: 'owner', size: 'phone', act: edit },
  { name: 'office', path: '/admin', as: 'owner', size: 'office' },
  { name: 'office-comments', path: '/admin/comments', as: 'owner', size: 'office' },
  { name: 'office-phone', path: '/admin/comments', as: 'owner', size: 'phone' },
  { name: 'office-restore', path: '/admin/backups', as: 'owner', size: 'wide', act: offerRestore },
  { name: 'components', path: 'docs/look.html', size: 'specimen', isWhole: true },
];
