import { forgetSettings, type SettingsGroup, takeSettings } from '../../core/settings/settings.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { removeSampleWithin } from '../sample/remove.ts';
import { readSampleSite } from '../sample/sample-content.ts';
import * as company from './demo-company.ts';
import { type DemoSite, readDemoArticles, readDemoSite } from './demo-content.ts';
import { addPeople, type People } from './demo-people.ts';
import { addComments, addPassages, addSayComments } from './demo-replies.ts';
import { addArticles, addPictures, addSays, addShelves } from './demo-writings.ts';
import { drawPicture } from './draw-picture.ts';
import { type Deps, type Filling, timeBefore } from './filling.ts';

/** Tables of what people write, with the words for them. */
const contents = {
  articles: '篇文章',
  says: '条说说',
  comments: '条评论',
  boardMessages: '条留言',
  chatMessages: '条消息',
  links: '个友链',
} as const satisfies Partial<Record<keyof Schema, string>>;

/** @throws Error in Chinese for a site that has more than its owner and the first content */
export async function requireEmpty(db: Db) {
  const found = await describeContent(db);
  if (found) throw new Error(`站里已经有内容（${found}），${elsewhere}`);
}

const elsewhere = '演示内容只放进空的站点。请另用一个文件夹：DATA_DIR=别的文件夹';

/** Describes in Chinese what a site has besides its owner and the first content; '' for an empty one. */
async function describeContent(db: Db): Promise<string> {
  const found: string[] = [];
  for (const [table, words] of Object.entries(contents) as [keyof typeof contents, string][]) {
    const count = await countOwn(db, table);
    if (count > 0) found.push(`${count} ${words}`);
  }
  const members = await countOwn(db, 'users');
  if (members > 0) found.push(`${members} 位会员`);
  return found.join('、');
}

async function countOwn(db: Db, table: keyof typeof contents | 'users') {
  const sample = db.selectFrom('sampleRows').select('rowId').where('kind', '=', table);
  const { count } = await db
    .selectFrom(table as 'users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('id', 'not in', sample)
    .$if(table === 'users', (users) => users.where('role', '<>', 'owner'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

type Options = {
  /** For tests, to which small pictures are enough. */
  draw?: Filling['draw'];
  /** Hears in Chinese what is done next: the whole takes minutes on a small machine. */
  onStep?: (words: string) => void;
};

/**
 * Fills an empty site with a lively one, dated back from `now`. The first content goes, if nobody touched it.
 * @returns how many of each there are now
 * @throws Error in Chinese for a site that has content
 */
export async function fillDemo({ draw = drawPicture, onStep = () => {}, ...deps }: Deps & Options, now = Date.now()) {
  const [site, articles] = await Promise.all([readDemoSite(), readDemoArticles()]);
  await clearSample(deps);
  const filling: Filling = { ...deps, site, now, draw, timeOf: (days, key) => timeBefore(now, days, key) };
  await deps.db.transaction().execute((trx) => nameSite(trx, site));
  forgetSettings(deps.db);
  onStep(`${site.members.length} 位会员`);
  const people = await addPeople(filling);
  onStep('图片');
  const pictures = await addPictures(filling, people, articles);
  const series = await addShelves(filling, people);
  onStep(`${articles.length} 篇文章`);
  const stored = await addArticles(filling, articles, { people, pictures, series });
  onStep('说说、评论与来往');
  const says = await addSays(filling, people, pictures);
  await addComments(filling, people, stored);
  await addSayComments(filling, people, says);
  await addPassages(filling, people, stored);
  await company.addLikes(filling, people, articles, stored);
  await addCompany(filling, people, says);
  await company.addVisits(filling, stored);
  await deps.db.transaction().execute((trx) => enqueue(trx, 'drop-pages', { tags: everyPage }));
  return { articles: articles.length, says: says.length, members: site.members.length, pictures: pictures.size };
}

/** Tags of every page that shows the demo content. */
const everyPage = ['site', 'articles', 'says', 'comments', 'board', 'links', 'navigation'];

async function addCompany(filling: Filling, people: People, says: Parameters<typeof company.addSeals>[2]) {
  await company.addSeals(filling, people, says);
  await company.addFollows(filling, people);
  await company.addBoardAndLinks(filling, people);
  await company.addChat(filling, people);
}

async function clearSample({ db, search }: Deps) {
  await requireEmpty(db);
  const site = await readSampleSite();
  await db.transaction().execute(async (trx) => {
    const { kept: stored } = await removeSampleWithin(trx, { search, site });
    if (stored.length > 0) throw new Error(`示例内容有人动过（${stored.slice(0, 3).join('、')}），${elsewhere}`);
  });
}

/** Names the site where the owner has not. */
async function nameSite(trx: Trx, { name, tagline, description, author, motto, announcement, about }: DemoSite) {
  const groups = {
    identity: { name, tagline, description },
    author: { name: author.nickname, intro: author.intro, place: author.place, motto },
    announcement: { text: announcement },
    about: { text: about },
  };
  for (const [group, fields] of Object.entries(groups) as [SettingsGroup, object][]) {
    const saved = await trx.selectFrom('settings').select('value').where('name', '=', group).executeTakeFirst();
    await takeSettings(trx, group, { ...fields, ...JSON.parse(saved?.value ?? '{}') });
  }
}
