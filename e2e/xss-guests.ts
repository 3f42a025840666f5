import { easySolution } from '../apps/server/test/captcha.ts';
import { apiOf } from './api.ts';
import { inDatabase, writeArticle } from './arrange.ts';
import { falseAddresses } from './hostile.ts';
import { address, each, literally, name, type Stage, short, text } from './xss-stories.ts';

/** Browser in which all of them write, as its storage has it. */
export const guestHere = { name: name(0), email: '', website: address(0), notify: false, browser: 'b'.repeat(43) };

/** Guests without an account, each at an address of their own, comment on an article of its own. Its number. */
export async function fillGuests(stage: Stage) {
  const { site, author } = stage;
  const title = '一篇路过的人来说话的文章';
  const markdown = literally(text(2));
  const articleId = await writeArticle(site, { authorId: author.id, title, summary: title, markdown });
  const { browser } = guestHere;
  let sent = 0;
  const post = async (written: object) => {
    sent += 1;
    const captcha = await inDatabase(site, easySolution);
    const plain = { articleId, text: `第 ${sent} 个路过`, name: `过客${sent}`, browser, captcha };
    const guest = apiOf(site, { address: `203.0.113.${sent % 250}` });
    return guest.guestComments.post({ body: { ...plain, ...written } });
  };
  const fill = async (field: string, value: (n: number) => object) => {
    // many at once would be held
    await inDatabase(site, (db) => db.deleteFrom('limits').where('name', 'like', 'guest comments%').execute());
    const ids: number[] = [];
    await each(stage, `guestComments.post.body.${field}`, async ({ n }) => void ids.push((await post(value(n))).id));
    return ids;
  };
  await fill('email', (n) => ({ email: [`"<svg/onload=pwned(1)>"@a${n}.cn`, `a'onerror='pwned(1)@a.cn`][n % 2] }));
  await fill('pictures[]', (n) => ({ pictures: [falseAddresses[n % 7]] }));
  await fill('key', (n) => ({ key: short(n, 60) }));
  await fill('website', (n) => ({ website: address(n) }));
  await fill('name', (n) => ({ name: name(n), email: `guest${n}@example.com`, notify: true }));
  const ids = await fill('text', (n) => ({ text: text(n) }));
  await each(stage, 'guestComments.edit.body.text', ({ n }) =>
    apiOf(site).guestComments.edit({ body: { id: ids[n % ids.length] ?? 0, text: `改 ${text(n + 7)}`, browser } }),
  );
  return articleId;
}
