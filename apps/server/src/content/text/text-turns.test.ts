import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { inTextTurn } from './text-turns.ts';

const site = freshSite();

const timeout = 120_000;

/** Takes a good while to render, and is no other text of this run. */
const heavy = (n: number) => `第${n}篇\n\n${'$\\frac12$ '.repeat(4000)}`;

async function write(viewer: typeof site.lin, markdown: string, key: string) {
  const content = { title: key, markdown };
  return site.as(viewer).drafts.create({ body: { key: `browser-${key}`, content } });
}

test('ten heavy drafts of one member, opened at once, hold another member’s submission up by one of them at most', {
  timeout,
}, async () => {
  const open: (() => Promise<unknown>)[] = [];
  for (let n = 0; n < 10; n++) {
    const { id } = await write(site.lin, heavy(n), `heavy-${n}`);
    const { path } = await site.as(site.lin).shares.create({ body: { id, days: 7 } });
    open.push(() => site.as(null).shares.show({ query: { token: path.replace('/draft/', '') } }));
  }
  const small = await write(site.ming, '雨水。', 'small');
  const ends: string[] = [];
  const opened = open.map((one) =>
    one().then(
      () => ends.push('opened'),
      ({ id, retryAfter }) => ends.push(`${id} ${retryAfter}`),
    ),
  );
  await expect.poll(() => ends.length).toBe(8); // refuses at once those that have no place
  expect(ends).toEqual(Array(8).fill('unavailable 10'));
  const before = ends.length;
  await site
    .as(site.ming)
    .drafts.submit({ body: { id: small.id, version: small.version } })
    .then(() => ends.push('submitted'));
  await Promise.all(opened);
  expect(ends.slice(before).indexOf('submitted')).toBeLessThanOrEqual(1);
  expect(ends.filter((end) => end === 'opened')).toHaveLength(2);
});

test('ten heavy drafts that a member submits at once hold another’s submission up by one of them at most', {
  timeout,
}, async () => {
  const drafts: Awaited<ReturnType<typeof write>>[] = [];
  for (let n = 0; n < 10; n++) drafts.push(await write(site.lin, heavy(n), `heavy-${n}`));
  const small = await write(site.ming, '雨水。', 'small');
  const ends: string[] = [];
  const submit = (viewer: typeof site.lin, { id, version }: (typeof drafts)[number], name: string) =>
    site
      .as(viewer)
      .drafts.submit({ body: { id, version } })
      .then(() => ends.push(name));
  const submitted = drafts.map((draft) => submit(site.lin, draft, 'heavy'));
  await Promise.all([...submitted, submit(site.ming, small, 'small')]);
  expect(ends.indexOf('small')).toBeLessThanOrEqual(1);
});

test('more code blocks than any article has are shown as their source', async () => {
  const { id } = await write(site.lin, '```js\na\n```\n\n'.repeat(3001), 'fences');
  const { path } = await site.as(site.lin).shares.create({ body: { id, days: 7 } });
  const { html } = await site.as(null).shares.show({ query: { token: path.replace('/draft/', '') } });
  expect(html.slice(0, 200)).toContain('代码块太多：有 3001 个，最多 3000 个');
});

test('two authors whose drafts are opened all the time leave a place to every other', async () => {
  const ends: string[] = [];
  const { promise: slow, resolve } = Promise.withResolvers<void>();
  const open = (owner: string) =>
    inTextTurn({ owner, isStranger: true }, () => slow).then(
      () => ends.push(owner),
      ({ id }) => ends.push(`${owner} ${id}`),
    );
  const opened = ['one', 'one', 'two', 'two', 'three', 'four'].map(open);
  await expect.poll(() => ends).toEqual(['two unavailable']);
  resolve();
  await Promise.all(opened);
  expect(ends.slice(1).sort()).toEqual(['four', 'one', 'one', 'three', 'two']);
});
