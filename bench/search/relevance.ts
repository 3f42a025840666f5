import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { splitFrontMatter } from '@mojian/foreign-files/markdown/front-matter';
import { sql } from 'kysely';
import { readSampleArticles } from '../../apps/server/src/operations/sample/sample-content.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { openDatabase } from '../../apps/server/src/platform/db/open.ts';
import type { Db, Trx } from '../../apps/server/src/platform/db/schema.ts';
import { createSearch } from '../../apps/server/src/platform/search/search.ts';
import { searchableText } from '../../packages/markdown/src/markdown.ts';
import { ownQuestions } from './own-questions.ts';
import { type Post, posts } from './posts.ts';
import type { Question } from './question.ts';
import { reactQuestions } from './react-questions.ts';
import { beginTrigrams, systems } from './systems.ts';

const search = createSearch('sqlite');
const lookedAt = 10;
const day = 86_400_000;
const untilRead = 20_000;

/**
 * npm run bench -- search [folder] [-v]: share of right first results (@1), right results among ten (@10), and mean
 * reciprocal rank (MRR), beside two other ways to search. `folder`: posts of the React blog in Chinese; `-v` lists the
 * misses.
 */
export async function measureRelevance(rest: string[]) {
  const shows = rest.includes('-v');
  const [folder] = rest.filter((one) => one !== '-v');
  await measure('自带的文章与范文', [...(await samplePosts()), ...posts], ownQuestions, shows);
  if (folder) await measure('React 中文博客', await readPosts(folder), reactQuestions, shows);
}

async function measure(title: string, some: Post[], questions: Question[], shows: boolean) {
  const folder = await mkdtemp(join(tmpdir(), 'relevance-'));
  const db = openDatabase(join(folder, 'site.db'));
  try {
    const keys = await fill(db, some);
    await report(title, db, { keys, questions, shows, articles: some.length });
  } finally {
    await db.destroy();
    await rm(folder, { recursive: true });
  }
}

/** Inserts posts a day apart, oldest first, and returns the key of each id. */
async function fill(db: Db, some: Post[]) {
  await migrate(db, 'sqlite');
  await beginTrigrams(db);
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('users')
      .values({ nickname: '试', email: null, passwordHash: null, role: 'owner', createdAt: 0 })
      .execute();
    for (const [at, post] of some.entries()) await put(trx, at + 1, post);
  });
  return new Map(some.map(({ key }, at) => [at + 1, key]));
}

async function put(trx: Trx, id: number, { title, summary, tags, body, day: nth = id }: Post) {
  const publishedAt = nth * day;
  const texts = { title, summary, markdown: body, html: '', openingHtml: '', headings: '[]', openingHeadings: '[]' };
  const times = { publishedAt, updatedAt: publishedAt, createdAt: publishedAt, removedAt: null };
  const origin = { authorId: 1, categoryId: null, importKey: null, importHash: null };
  await trx
    .insertInto('articles')
    .values({ id, ...texts, ...times, ...origin, words: body.length, state: 'published' } as never)
    .execute();
  for (const name of tags) {
    await trx
      .insertInto('tags')
      .values({ name })
      .onConflict((old) => old.doNothing())
      .execute();
    const { id: tagId } = await trx.selectFrom('tags').select('id').where('name', '=', name).executeTakeFirstOrThrow();
    await trx
      .insertInto('articleTags')
      .values({ articleId: id, tagId } as never)
      .execute();
  }
  await search.index(trx, { id, date: publishedAt, title, summary, body: searchableText(body) });
  await sql`insert into trigrams (rowid, title, body) values (${id}, ${title}, ${body})`.execute(trx);
}

async function samplePosts(): Promise<Post[]> {
  const articles = await readSampleArticles();
  return articles.map(({ slug, title = '', summary = '', tags = [], markdown }) => ({
    key: slug,
    title,
    summary,
    tags,
    body: markdown,
  }));
}

async function readPosts(folder: string): Promise<Post[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort();
  return Promise.all(
    names.map(async (name) => {
      const { fields = {}, body } = splitFrontMatter(await readFile(join(folder, name), 'utf8'));
      const { title, description } = fields as Record<string, unknown>;
      return { key: name.slice(0, -3), title: String(title), summary: String(description ?? ''), tags: [], body };
    }),
  );
}

type Requested = { keys: Map<number, string>; questions: Question[]; shows: boolean; articles: number };

async function report(title: string, db: Db, { keys, questions, shows, articles }: Requested) {
  console.log(`\n${title}：${articles} 篇，${questions.length} 问`);
  const kinds = Object.groupBy(questions, ({ kind }) => kind);
  const rows = [...Object.entries(kinds), ['全部', questions] as const];
  const places: Record<string, Map<Question, number>> = {};
  await systems.现在?.(db, 'qzxw', 1); // has the words of texts read in the background
  await setTimeout(untilRead);
  for (const [name, find] of Object.entries(systems)) {
    const map = new Map<Question, number>();
    for (const question of questions) {
      const found = (await find(db, question.text, lookedAt)).map((id) => keys.get(id) ?? '');
      map.set(question, found.findIndex((key) => question.wanted.includes(key)) + 1);
      if (shows && name === '现在' && map.get(question) !== 1)
        console.log(
          `  ${question.kind} 「${question.text}」 ${map.get(question) || '没有'}，先是 ${found.slice(0, 3).join(' ')}`,
        );
    }
    places[name] = map;
  }
  console.log(
    `| 问的是什么 | ${Object.keys(places)
      .map((name) => `${name} @1 / @10 / MRR`)
      .join(' | ')} |`,
  );
  console.log(`| --- |${' --- |'.repeat(Object.keys(places).length)}`);
  for (const [kind, some = []] of rows)
    console.log(
      `| ${kind}（${some.length}） | ${Object.values(places)
        .map((map) => figures(some.map((one) => map.get(one) ?? 0)))
        .join(' | ')} |`,
    );
}

/** `ranks` from 1; 0 for a missing result. */
function figures(ranks: number[]) {
  const share = (is: (rank: number) => boolean) => `${Math.round((100 * ranks.filter(is).length) / ranks.length)} %`;
  const mrr = ranks.reduce((sum, rank) => sum + (rank > 0 ? 1 / rank : 0), 0) / ranks.length;
  return `${share((rank) => rank === 1)} / ${share((rank) => rank > 0)} / ${mrr.toFixed(2)}`;
}
