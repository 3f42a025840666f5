import type { FileUse } from '@mojian/contract/admin/files';
import type { Db } from '../db/schema.ts';
import { unsizedKey } from '../storage/storage-key.ts';
import * as queries from './file-uses.queries.ts';
import { type PictureUse, pictureUses } from './shown-pictures.ts';

type Where = Omit<PictureUse, 'key'>;

/** All places that show a picture, by its key; the first few of them told. */
export type Uses = Map<string, { count: number; first: Where[] }>;

const told = 5;

/** Reads every text of the site once. */
export async function findUses(db: Db): Promise<Uses> {
  const uses: Uses = new Map();
  for await (const { key: shown, ...where } of pictureUses(db)) {
    const key = unsizedKey(shown);
    const known = uses.get(key) ?? { count: 0, first: [] };
    const last = known.first.at(-1);
    if (last?.place === where.place && last.id === where.id) continue; // twice in one text
    known.count += 1;
    if (known.first.length < told) known.first.push(where);
    uses.set(key, known);
  }
  return uses;
}

/** Gives some places the names people know them by, and the way there. */
export async function nameUses(db: Db, places: Where[]): Promise<(where: Where) => FileUse> {
  const ids = (place: Where['place']) => [...new Set(places.filter((one) => one.place === place).map(({ id }) => id))];
  const [comments, revisions, people] = await Promise.all([
    queries.commentPlaces(db, ids('comments')),
    queries.articlesOfRevisions(db, ids('revisions')),
    queries.nicknames(db, ids('users')),
  ]);
  const under = [...comments.values()].flatMap(({ articleId }) => articleId ?? []);
  const articleIds = [...ids('articles'), ...ids('drafts'), ...revisions.values(), ...under];
  const titles = await queries.articleTitles(db, [...new Set(articleIds)]);
  const article = (id: number | null | undefined) => ({
    title: titles.get(id ?? 0) ?? '',
    path: id ? `/article/${id}` : '',
  });
  const say = (id: number) => ({ title: '', path: `/say?id=${id}` });

  const comment = (id: number) => {
    const { articleId, sayId } = comments.get(id) ?? {};
    return sayId ? say(sayId) : article(articleId);
  };
  const known: Partial<Record<Where['place'], (id: number) => { title: string; path: string }>> = {
    articles: article,
    drafts: article,
    revisions: (id) => article(revisions.get(id)),
    says: say,
    comments: comment,
    users: (id) => ({ title: people.get(id) ?? '', path: `/user/${id}` }),
  };
  return ({ place, id }) => ({ place, ...(known[place]?.(id) ?? { title: '', path: paths[place] ?? '' }) });
}

const paths: Partial<Record<Where['place'], string>> = {
  links: '/links',
  navigationSites: '/navigation',
  settings: '/admin/settings',
};
