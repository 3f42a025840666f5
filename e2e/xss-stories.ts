import type { Client } from '@mojian/client';
import { isFailure } from '@mojian/contract/platform/failures';
import { noise } from '../apps/server/test/noise.ts';
import { apiOf } from './api.ts';
import { approveFriend, inDatabase, refuseFriend, writeArticle } from './arrange.ts';
import { falseAddresses, hostileAddresses, hostileNames, hostileTexts } from './hostile.ts';
import { newMember, tokenFor } from './members.ts';
import type { Site } from './site.ts';

/** Somebody who writes nothing but what should run, one text of each kind. */
export type Villain = { id: number; token: string; api: Client; n: number };

/** Number of hostile texts each field accepted, by its name in the contract. */
type Taken = Map<string, number>;

export type Stage = {
  site: Site;
  /** Writes the article under which all of them comment. */
  author: { id: number; token: string; email: string };
  villains: Villain[];
  articleId: number;
  taken: Taken;
};

export const text = (n: number) => hostileTexts[n % hostileTexts.length] ?? '';
export const name = (n: number) => hostileNames[n % hostileNames.length] ?? '';
/** Each on a host of its own: one host is one friend. */
export const address = (n: number) =>
  (hostileAddresses[n % hostileAddresses.length] ?? '').replace('evil.', `evil${n}.`);
export const short = (n: number, most: number) => ([...text(n)].length <= most ? text(n) : name(n));

/** Markdown that says these words and means nothing by them. */
export const literally = (words: string) => words.replaceAll(/[!-/:-@[-`{-~]/g, (sign) => `&#${sign.charCodeAt(0)};`);

export async function setStage(site: Site): Promise<Stage> {
  const author = await newMember(site);
  const token = await tokenFor(site, author);
  const villains: Villain[] = [];
  // serially: connections of one thread to one file would wait for each other
  for (const n of hostileTexts.keys()) villains.push(await newVillain(site, n));
  const articleId = await writeHostile(site, author.id, '一篇谁都来说话的文章');
  const stage = { site, author: { ...author, token }, villains, articleId, taken: new Map() };
  await apiOf(site, { token }).accounts.changePreferences({ body: { mailOnReply: true } });
  return stage;
}

async function newVillain(site: Site, n: number): Promise<Villain> {
  const { id } = await newMember(site);
  const token = await tokenFor(site, { id });
  return { id, token, n, api: apiOf(site, { token, address: `198.51.100.${n + 1}`, agent: latin(text(n)) }) };
}

/** A header carries no other signs. */
const latin = (words: string) => words.replaceAll(/[^\x20-\x7e]/g, '?');

/** Sends each text in turn and counts the accepted ones: a refused text is safe already. */
export async function each({ villains, taken }: Stage, field: string, act: (villain: Villain) => Promise<unknown>) {
  for (const villain of villains)
    try {
      await act(villain);
      taken.set(field, (taken.get(field) ?? 0) + 1);
    } catch (error) {
      if (!isFailure(error) || error.status >= 500) throw error;
    }
}

export async function fillProfiles(stage: Stage) {
  const update = (field: string, value: (n: number) => string) =>
    each(stage, `members.update.body.${field}`, ({ api, n }) => api.members.update({ body: { [field]: value(n) } }));
  await update('nickname', name);
  await update('intro', (n) => short(n, 200));
  await update('place', name);
  await update('website', address);
  for (const field of ['avatar', 'cover'])
    await update(field, (n) => [...falseAddresses, ...hostileAddresses, `/files/"onerror=pwned(1)`][n % 13] ?? '');
}

/** Texts of at most a hundred characters. */
export const titleOf = (n: number) => short(n, 100);

/** Each publishes an article of which every field is hostile, in a series of their own. Their numbers. */
export async function fillArticles(stage: Stage) {
  const { site, villains, taken } = stage;
  await inDatabase(site, (db) =>
    db
      .insertInto('categories')
      .values(villains.map(({ n }) => ({ name: name(n) })))
      .onConflict((known) => known.doNothing())
      .execute(),
  );
  await each(stage, 'series.create.body.name', ({ api, n }) =>
    api.series.create({ body: { name: name(n), intro: text(n).slice(0, 200) } }),
  );
  taken.set('series.create.body.intro', taken.get('series.create.body.name') ?? 0);
  const ids: number[] = [];
  await each(stage, 'drafts.create.body.content', async ({ api, n }) => {
    const [series] = await api.series.mine();
    const content = { ...hostileContent(n), original: false, seriesId: series?.id ?? null };
    const { id, version } = await api.drafts.create({ body: { key: `villain-${n}`, content } });
    await api.drafts.submit({ body: { id, version } });
    ids.push(id);
  });
  for (const field of Object.keys(hostileContent(0)))
    taken.set(`drafts.create.body.content.${field === 'tags' ? 'tags[]' : field}`, ids.length);
  await each(stage, 'drafts.create.body.content.cover', ({ api, n }) =>
    api.drafts.create({ body: { key: `cover-${n}`, content: { cover: `/files/"onerror=pwned(${n})` } } }),
  );
  await inDatabase(site, (db) => db.updateTable('articles').set({ recommended: 1 }).where('id', 'in', ids).execute());
  return ids;
}

function hostileContent(n: number) {
  return {
    title: titleOf(n),
    markdown: everyText,
    summary: short(n, 300),
    category: name(n),
    tags: [name(n)],
    keywords: short(n, 200),
    sourceUrl: address(n),
    sourceAuthor: name(n),
    description: short(n, 200),
  };
}

// a picture from elsewhere is one an author may want; the page shows a link to it
export const everyText = hostileTexts.filter((words) => !words.includes('.png')).join('\n\n');

async function writeHostile(site: Site, authorId: number, title: string) {
  const markdown = everyText;
  const shown = { tags: [title.slice(0, 20)], category: title.slice(0, 20), keywords: title, recommended: true };
  return writeArticle(site, { authorId, title, summary: title, markdown, ...shown });
}

export async function fillComments(stage: Stage) {
  const { articleId, author } = stage;
  const ids: number[] = [];
  await each(stage, 'comments.post.body.text', async ({ api, n }) => {
    ids.push((await api.comments.post({ body: { articleId, text: text(n) } })).id);
  });
  await each(stage, 'comments.post.body.key', ({ api, n }) =>
    api.comments.post({
      body: { articleId, text: text(n + 5), replyTo: ids[n % ids.length] ?? 0, key: short(n, 60) },
    }),
  );
  await each(stage, 'comments.post.body.pictures[]', ({ api, n }) => {
    const pictures = [n % 2 ? (falseAddresses[n % 7] ?? '') : `/files/"onerror=pwned(${n})`];
    return api.comments.post({ body: { articleId, text: `图 ${n}`, pictures } });
  });
  await each(stage, 'comments.report.body.reason', ({ api, n }) =>
    api.comments.report({ body: { id: ids[(n + 1) % ids.length] ?? 0, reason: text(n) } }),
  );
  for (const { api } of stage.villains) {
    await api.articles.like({ query: { articleId, like: '1' } });
    await api.collects.collect({ query: { articleId } });
    await api.follows.follow({ query: { userId: author.id } });
  }
  // the author answers, so that each of them is told as well
  await apiOf(stage.site, { token: author.token }).comments.post({
    body: { articleId, text: '都收到了', replyTo: ids[0] ?? 0 },
  });
}

export const fillBoard = async (stage: Stage) => {
  await each(stage, 'board.post.body.text', ({ api, n }) => api.board.post({ body: { text: `留 ${short(n, 98)}` } }));
  for (const n of hostileNames.keys())
    await apiOf(stage.site, { address: `203.0.113.${n + 1}` }).board.post({ body: { text: name(n) } });
};

export async function fillLinks({ site, villains, taken }: Stage) {
  const fill = { name: '友站', info: '一个站', url: 'https://a.cn', avatar: 'https://a.cn/a.png', email: 'a@a.cn' };
  const values: Record<keyof typeof fill, (n: number) => string> = {
    name: (n) => short(n, 30),
    info: (n) => short(n, 100),
    url: address,
    avatar: (n) => address(n + 100),
    email: (n) => [`"<svg/onload=pwned(1)>"@a${n}.cn`, `a'onerror='pwned(1)@a${n}.cn`, `a+<b>@a${n}.cn`][n % 3] ?? '',
  };
  let called = 0;
  for (const [field, value] of Object.entries(values))
    await each({ villains, taken } as Stage, `links.apply.body.${field}`, ({ n }) => {
      called += 1;
      const own = { url: `https://link${called}.example/`, email: `friend${called}@example.com` };
      return apiOf(site, { address: `192.0.2.${called % 250}` }).links.apply({
        body: { ...fill, ...own, [field]: value(n) },
      });
    });
  const waiting = await inDatabase(site, (db) =>
    db.selectFrom('links').select('id').where('state', '=', 'pending').execute(),
  );
  for (const [n, { id }] of waiting.entries())
    if (n % 4 === 0) await refuseFriend(site, id, text(n));
    else await approveFriend(site, id, name(n));
}

export async function fillFeedback(stage: Stage) {
  const send = (field: 'title' | 'content', value: (n: number) => string) =>
    each(stage, `feedback.send.body.${field}`, ({ api, n }) =>
      api.feedback.send({ body: { type: 1, title: '一个需求', content: '说来话长', [field]: value(n) } }),
    );
  await send('title', (n) => short(n, 60));
  await send('content', text);
}

/** Says go through the calls alone: what stands behind them is their own. */
export async function fillSays(stage: Stage) {
  const ids: number[] = [];
  await each(stage, 'says.insert.body.text', async ({ api, n }) => {
    ids[n] = (await api.says.insert({ body: { text: `${text(n)} #${name(n).replaceAll(/[\s#]/g, '')}#` } })).id;
  });
  await each(stage, 'says.update.body.text', ({ api, n }) =>
    api.says.update({
      body: { id: ids[n] ?? 0, text: `改过 ${text(n)} #${name(n).replaceAll(/[\s#]/g, '')}#`, place: name(n) },
    }),
  );
  await each(stage, 'says.insert.body.place', ({ api, n }) =>
    api.says.insert({ body: { text: `又一句 ${n}`, place: short(n, 30), weather: '小雨 11°' } }),
  );
  const weather = (n: number) => (n % 2 ? text(n) : `小雨 ${name(n)}`);
  await each(stage, 'says.insert.body.weather', ({ api, n }) =>
    api.says.insert({ body: { text: `看天 ${n}`, weather: weather(n) } }),
  );
  await each(stage, 'says.update.body.weather', ({ api, n }) =>
    api.says.update({ body: { id: ids[n] ?? 0, text: `看天 ${n}`, weather: weather(n) } }),
  );
  await each(stage, 'says.insert.body.pictures[]', ({ api, n }) =>
    api.says.insert({ body: { text: `图 ${n}`, pictures: [falseAddresses[n % 7] ?? ''] } }),
  );
  for (const { api, n } of stage.villains) if (ids[n]) await api.says.like({ query: { id: ids[n], like: '1' } });
  const sayId = ids.find(Boolean);
  if (!sayId) return;
  await each(stage, 'says.comment.body.quote.words', ({ api, n }) =>
    api.says.comment({ body: { sayId, text: `引 ${n}`, quote: { words: text(n) } } }),
  );
  await each(stage, 'comments.post.body.text', ({ api, n }) =>
    api.comments.post({ body: { sayId, text: `说说 ${text(n)}` } }),
  );
}

/** Names about a member set elsewhere: of a passkey, and at a provider. */
export async function fillWaysIn(stage: Stage) {
  const first = stage.villains[0];
  if (!first) return;
  const { id: userId, api } = first;
  const createdAt = Date.now();
  const passkeys = await inDatabase(stage.site, async (db) => {
    const link = { userId, provider: 'github', subject: '1', name: text(2), createdAt };
    await db.insertInto('socialLinks').values(link).execute();
    const key = { userId, name: '钥匙', publicKey: '', counter: 0, transports: '[]', createdAt, usedAt: null };
    const rows = hostileTexts.map((_, n) => ({ ...key, credentialId: `key-${n}` }));
    return db.insertInto('passkeys').values(rows).returning('id').execute();
  });
  await each(stage, 'passkeys.rename.body.name', ({ n }) =>
    api.passkeys.rename({ body: { id: passkeys[n]?.id ?? 0, name: short(n, 30) } }),
  );
}

/** Files whose names, and whose bytes, are not what they say. Returns what was answered to each. */
export async function uploadAll({ site, villains }: Stage) {
  const picture = new Uint8Array(await noise(20));
  const script = '<script>pwned(1)</script>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="pwned(1)">${script}</svg>`;
  const files: [fileName: string, bytes: Uint8Array<ArrayBuffer>, type: string][] = [
    ...hostileTexts.map((words): [string, Uint8Array<ArrayBuffer>, string] => [`${words}.png`, picture, 'image/png']),
    ['../../../app.html', picture, 'image/png'],
    ['a.html', new Uint8Array(Buffer.concat([picture, Buffer.from(script)])), 'text/html'],
    ['a.svg', new TextEncoder().encode(svg), 'image/svg+xml'],
    ['a.png', new TextEncoder().encode(svg), 'image/png'],
    ['a.png', new TextEncoder().encode(`<!doctype html>${script}`), 'image/png'],
    ['a.gif', new TextEncoder().encode(`GIF89a/*${script}*/=1;pwned(1)`), 'image/gif'],
  ];
  const answers: { name: string; code: number; url: string }[] = [];
  for (const [n, [fileName, bytes, type]] of files.entries()) {
    const form = new FormData();
    form.append('file', new Blob([bytes], { type }), fileName);
    const { token } = villains[n % villains.length] ?? { token: '' };
    const answer = await fetch(`${site.url}/file/upload`, {
      method: 'POST',
      headers: { authorization: token },
      body: form,
    });
    const { code, data } = (await answer.json()) as { code: number; data: { url: string } | null };
    answers.push({ name: fileName, code, url: data?.url ?? '' });
  }
  return answers;
}
