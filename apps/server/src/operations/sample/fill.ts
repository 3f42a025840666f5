import { saveArticle } from '../../content/articles/save-article.ts';
import type { Config } from '../../platform/config.ts';
import { isDuplicate } from '../../platform/db/dialect.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Search } from '../../platform/search/search.ts';
import { fillSite, fillTalk, prepareSite, prepareTalk, type ReadySite, startClock } from './fill-site.ts';
import { begin, finish, readProgress } from './first-site.ts';
import { ensureOwner } from './owner.ts';
import { readSampleArticles, readSampleSite, type SampleArticle } from './sample-content.ts';
import { rememberRow, sampleKey } from './sample-rows.ts';

type Parts = { db: Db; search: Search; config: Pick<Config, 'siteUrl' | 'sampleContent'> };

/**
 * Fills an empty database with the first site: its owner, and the sample content unless that is not wanted. Broken off
 * at any moment, the next call goes on where it stopped; once done, or on a database already in use, nothing changes.
 */
export async function fillFirstSite({ db, search, config }: Parts) {
  const progress = await readProgress(db);
  if (progress === 'done') return;

  const site = await readSampleSite();
  if (!progress) {
    const ready = config.sampleContent ? await prepareSite(site, config.siteUrl) : undefined;
    await db.transaction().execute((trx) => start(trx, ready));
  }
  if ((await readProgress(db)) === 'done') return;

  const owner = await ensureOwner(db);
  for (const article of await readSampleArticles()) await fillArticle({ db, search, config }, owner.id, article);
  const talk = await prepareTalk(site, config.siteUrl);
  await db.transaction().execute(async (trx) => {
    if (await finish(trx)) await fillTalk(trx, talk);
  });
}

async function start(trx: Trx, site: ReadySite | undefined) {
  if (!(await begin(trx))) return;
  const used = await trx.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (!used) await startClock(trx);
  if (site && !used) return fillSite(trx, site);
  await ensureOwner(trx);
  await finish(trx);
}

async function fillArticle(parts: Parts, authorId: number, article: SampleArticle) {
  const id = (await findByKey(parts.db, sampleKey(article.slug))) ?? (await save(parts, authorId, article));
  await parts.db.transaction().execute((trx) => rememberRow(trx, 'articles', id));
}

async function save({ db, search, config }: Parts, authorId: number, { date, slug, ...article }: SampleArticle) {
  const importKey = sampleKey(slug);
  const times = { publishedAt: date, updatedAt: article.updated ?? date };
  try {
    return await saveArticle(
      { db, search, siteUrl: config.siteUrl },
      { ...article, ...times, authorId, sourceUrl: article.source, state: 'published', importKey },
    );
  } catch (error) {
    const other = isDuplicate(error) && (await findByKey(db, importKey)); // a second process of this site was faster
    if (other) return other;
    throw error;
  }
}

async function findByKey(db: Db, importKey: string) {
  const row = await db.selectFrom('articles').select('id').where('importKey', '=', importKey).executeTakeFirst();
  return row?.id;
}
