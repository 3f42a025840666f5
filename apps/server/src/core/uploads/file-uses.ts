import type { FileUse } from '@mojian/contract/core/uploads-admin';
import type { Db } from '../../platform/db/schema.ts';
import { unsizedKey } from '../../platform/storage/storage-key.ts';
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

/**
 * Gives the places everybody may see the names people know them by, and the way there. Of a draft, a talk or a text that
 * is not public nothing is told, not even that it has the picture.
 */
export async function nameUses(db: Db, places: Where[]): Promise<(where: Where) => FileUse | undefined> {
  const ids = (place: Where['place']) => [...new Set(places.filter((one) => one.place === place).map(({ id }) => id))];
  const [comments, people, says] = await Promise.all([
    queries.commentPlaces(db, ids('comments')),
    queries.nicknames(db, ids('users')),
    queries.publicSays(db, ids('says')),
  ]);
  const under = [...comments.values()].flatMap(({ articleId }) => articleId ?? []);
  const titles = await queries.articleTitles(db, [...new Set([...ids('articles'), ...under])]);
  const article = (id: number | null | undefined) => {
    const title = titles.get(id ?? 0);
    return title === undefined ? undefined : { title, path: `/article/${id}` };
  };
  const say = (id: number) => ({ title: '', path: `/say?id=${id}` });
  const comment = (id: number) => {
    const place = comments.get(id);
    return place?.sayId ? say(place.sayId) : article(place?.articleId);
  };
  const known: Partial<Record<Where['place'], (id: number) => { title: string; path: string } | undefined>> = {
    articles: article,
    says: (id) => (says.has(id) ? say(id) : undefined),
    comments: comment,
    users: (id) => ({ title: people.get(id) ?? '', path: `/user/${id}` }),
    ...Object.fromEntries(Object.entries(paths).map(([place, path]) => [place, () => ({ title: '', path })])),
  };
  return ({ place, id }) => {
    const found = known[place]?.(id);
    return found && { place, ...found };
  };
}

const paths: Partial<Record<Where['place'], string>> = {
  links: '/links',
  navigationSites: '/navigation',
  settings: '/admin/settings',
};
