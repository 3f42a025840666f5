import { beforeEach, expect, test } from 'vitest';
import { giveAccount } from '../../../test/account.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { startSmtp } from '../../../test/smtp.ts';
import { findOrAddGuest } from '../../core/guest-rows/guest-rows.ts';
import { openMailer } from '../../platform/mail/mailer.ts';
import { proposeClaim } from './claim.ts';

const site = freshSite();
const email = 'ming@example.com';
const login = { email, password: 'a long enough one' };
let articleId: number;

beforeEach(async () => {
  await giveAccount(site, site.ming, login);
  articleId = await site.writes();
});

const guest = (name = '老明', mail = email) =>
  site.db
    .transaction()
    .execute((trx) => findOrAddGuest(trx, { name, email: mail, website: 'https://ming.example/', createdAt: 1000 }));
const comments = (authorId: number, texts: string[]) =>
  site.db
    .insertInto('comments')
    .values(
      texts.map((text, n) => ({
        articleId,
        sayId: null,
        parentId: null,
        replyToId: null,
        sendKey: null,
        authorId,
        text,
        html: `<p>${text}</p>`,
        state: 'shown' as const,
        createdAt: 1000 + n,
        removedAt: null,
      })),
    )
    .execute();
const claimable = () => site.as(site.ming).guests.claimable();
const claim = async (code?: string) =>
  site.as(site.ming).guests.claim({ body: { code: code ?? (await site.codeFor(email)) } });
const smtpUrl = 'smtp://127.0.0.1:1';

test('all texts of guests with the member’s e-mail become theirs, under their own name', async () => {
  const [one, two] = [await guest(), await guest('明')];
  await comments(one, ['一', '二']);
  await comments(two, ['三']);
  await site.writes({ authorId: two, title: '旧文' });
  const message = { nickname: '老明', place: '', text: '留言', state: 'shown' as const, createdAt: 1000 };
  await site.db
    .insertInto('boardMessages')
    .values({ ...message, authorId: one })
    .execute();
  await site.db.insertInto('says').values({ authorId: one, text: '说', createdAt: 1000, sendKey: null }).execute();
  const stranger = await guest('别人', 'other@example.com');
  await comments(stranger, ['四']);

  const joined = (await site.as(null).members.info({ query: { userId: site.ming.id } })).joinedAt;
  expect(await claimable()).toEqual({ count: 6, names: ['老明', '明'] });
  expect(await claim()).toEqual({ count: 6, names: ['老明', '明'] });
  expect(await claimable()).toEqual({ count: 0, names: [] });

  const { records } = await site.as(null).comments.list({ query: { articleId } });
  expect(records.map(({ html, author }) => [html, author.nickname, author.badge])).toEqual([
    ['<p>二</p>', '阿明', null],
    ['<p>四</p>', '别人', 'guest'],
    ['<p>三</p>', '阿明', null],
    ['<p>一</p>', '阿明', null],
  ]);
  const [board] = (await site.as(null).board.list({ query: {} })).records;
  expect(board).toMatchObject({ nickname: '阿明', authorId: site.ming.id, website: null });
  const { records: articles } = await site.as(null).articles.byUser({ query: { userId: site.ming.id } });
  expect(articles.map(({ title, author }) => [title, author.guest])).toEqual([['旧文', false]]);
  const guests = await site.db.selectFrom('users').select('id').where('isGuest', '=', 1).execute();
  expect(guests).toEqual([{ id: stranger }]);
  expect((await site.as(null).members.info({ query: { userId: site.ming.id } })).joinedAt).toBe(joined);
  const dropped = await site.db.selectFrom('outbox').select('payload').where('kind', '=', 'drop-pages').execute();
  expect(dropped.map(({ payload }) => payload)).toContain('{"tags":["site"]}');
});

test('the code that a mail server delivers to the member’s mailbox claims', async () => {
  await comments(await guest(), ['一']);
  await site.codeFor(email);
  const server = await startSmtp();
  const mailer = openMailer({
    db: site.db,
    smtpUrl: `smtp://127.0.0.1:${server.port}?from=site@example.com`,
    site: async () => ({ name: '墨笺', url: site.siteUrl }),
    warn: (line) => expect.fail(line),
  });
  try {
    for (const mail of await site.letters()) await mailer.send(mail);
    const [{ to, text } = { to: [], text: '' }] = server.letters;
    expect(to).toEqual([email]);
    expect((await claim(text.match(/\b\d{6}\b/)?.[0])).count).toBe(1);
  } finally {
    await mailer.close();
    await server.close();
  }
});

test('a notice of one’s own earlier act goes with the claim', async () => {
  const one = await guest();
  await comments(one, ['一']);
  const { id } = await site.db.selectFrom('comments').select('id').executeTakeFirstOrThrow();
  await site.as(site.ming).comments.post({ body: { articleId, text: '回自己', replyTo: id } });
  await site.as(site.lin).comments.post({ body: { articleId, text: '回你', replyTo: id } });
  expect(await site.db.selectFrom('notices').select('id').where('userId', '=', one).execute()).toEqual([]);
  await claim();
  expect((await site.as(site.ming).notices.list({ query: { type: 1 } })).records).toEqual([]);
  await site.as(site.lin).comments.post({ body: { articleId, text: '再回你', replyTo: id } });
  expect((await site.as(site.ming).notices.list({ query: { type: 1 } })).records).toHaveLength(1);
});

test('a wrong code, a used one and one for another mailbox claim nothing', async () => {
  await comments(await guest(), ['一']);
  await expect(claim('000000')).rejects.toMatchObject({ id: 'wrong-code', field: 'code' });
  const other = await site.codeFor('other@example.com');
  await expect(claim(other)).rejects.toMatchObject({ id: 'wrong-code' });
  expect((await claimable()).count).toBe(1);
  const code = await site.codeFor(email);
  expect((await claim(code)).count).toBe(1);
  await expect(claim(code)).rejects.toMatchObject({ id: 'wrong-code' });
});

test('with nothing to claim the code stays valid for what comes later', async () => {
  const code = await site.codeFor(email);
  await expect(claim(code)).rejects.toMatchObject({ id: 'not-found' });
  await comments(await guest(), ['一']);
  expect((await claim(code)).count).toBe(1);
});

test('two concurrent claims move everything once', async () => {
  await comments(await guest(), ['一', '二']);
  const code = await site.codeFor(email);
  const done = await Promise.allSettled([claim(code), claim(code)]);
  expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const mine = await site.db.selectFrom('comments').select('id').where('authorId', '=', site.ming.id).execute();
  expect(mine).toHaveLength(2);
});

test('an import that goes on during a claim loses nothing', async () => {
  await comments(await guest(), ['一']);
  const code = await site.codeFor(email);
  const imported = Array.from({ length: 20 }, (_, n) =>
    site.db.transaction().execute(async (trx) => {
      const input = { name: '老明', email, website: '', createdAt: 2000 };
      const authorId = await findOrAddGuest(trx, input);
      const place = { articleId, sayId: null, parentId: null, replyToId: null, sendKey: null, removedAt: null };
      const text = { text: String(n), html: `<p>${n}</p>`, createdAt: 2000 + n };
      await trx
        .insertInto('comments')
        .values({ authorId, state: 'shown', ...place, ...text })
        .execute();
    }),
  );
  await Promise.all([...imported, claim(code)]);
  const left = (await claimable()).count;
  const { records } = await site.as(null).comments.list({ query: { articleId, pageNo: 1, pageSize: 50 } });
  expect(records).toHaveLength(21);
  expect(records.filter(({ author }) => author.id === site.ming.id)).toHaveLength(21 - left);
});

test('a member without e-mail and a visitor claim nothing', async () => {
  await comments(await guest(), ['一']);
  const { guests } = site.as(site.lin);
  expect(await guests.claimable()).toEqual({ count: 0, names: [] });
  await expect(guests.claim({ body: { code: '123456' } })).rejects.toMatchObject({ id: 'not-allowed' });
  await expect(site.as(null).guests.claimable()).rejects.toMatchObject({ id: 'signed-out' });
  await expect(site.as(null).guests.claim({ body: { code: '123456' } })).rejects.toMatchObject({ id: 'signed-out' });
});

test('after a login a notice tells of the texts, once', async () => {
  const proposals = async () =>
    (await site.db.selectFrom('outbox').select('payload').where('kind', '=', 'propose-claim').execute()).map(
      ({ payload }) => JSON.parse(payload) as { userId: number },
    );
  const logIn = () => site.as(null).accounts.emailLogin({ body: login });
  await logIn();
  expect(await proposals()).toEqual([]);
  await comments(await guest(), ['一']);
  await logIn();
  const [proposed = { userId: 0 }] = await proposals();
  expect(proposed).toEqual({ userId: site.ming.id });

  await proposeClaim({ db: site.db, tables: site.tables }, proposed); // no mail server
  const readNotices = async () => (await site.as(site.ming).notices.list({ query: { type: 0 } })).records;
  expect(await readNotices()).toEqual([]);
  for (let run = 0; run < 2; run++) await proposeClaim({ db: site.db, tables: site.tables, smtpUrl }, proposed);
  expect(await readNotices()).toMatchObject([{ title: '从前写的文字可以归到你名下', link: '/user#account' }]);
  await logIn();
  expect(await proposals()).toHaveLength(1);
});
