import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { renderSay, writeSay } from '../../community/says/write-say.ts';
import { movedKey, rememberMoved } from '../../content/slugs/moved.ts';
import { nicknameKey } from '../../core/identity/nickname-key.ts';
import { forgetSettings, readSettings, type SettingsGroup, takeSettings } from '../../core/settings/settings.ts';
import { findOrAddGuest } from '../../members/guests/guests.ts';
import type { Dialect } from '../../platform/db/dialect.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import type { Search } from '../../platform/search/search.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { ensureOwner } from '../sample/owner.ts';
import { listSavedGroups } from './content.queries.ts';
import { newGroups } from './export-content.ts';
import * as queries from './import.queries.ts';
import { toAddresses } from './picture-links.ts';
import { readList } from './read-export.ts';
import { shapes } from './shapes.ts';

export type ImportInput = {
  db: Db;
  dialect: Dialect;
  search: Search;
  storage: Storage;
  siteUrl: string;
  folder: string;
  /** Author of content without one; resolved after the authors, who may include the owner of an empty site. */
  authorId: () => Promise<number>;
  dryRun: boolean;
  /** Overwrites edits made on the site. */
  overwrite: boolean;
};

export type ContentImport = Omit<ImportInput, 'authorId'> & {
  authorId: number;
  /** By nickname. */
  authors: Map<string, number>;
  /** By `authorId/name`. */
  series: Map<string, number>;
  /** Article ids here by ids in the files, and say ids by positions in says.json. */
  ids: Map<number, number>;
  sayIds: Map<number, number>;
};

/** Creates missing authors as members who cannot log in, and the owner. */
export async function importAuthors(work: ContentImport) {
  const authors = await readList(work.folder, 'authors.json', shapes.authors);
  if (work.dryRun) return;
  await work.db.transaction().execute(async (trx) => {
    for (const author of authors) work.authors.set(author.nickname, await idOf(trx, author));
  });
}

type Author = z.output<typeof shapes.authors>[number];

async function idOf(trx: Trx, { nickname, intro, avatar, role, createdAt, guest, website }: Author) {
  if (guest) return findOrAddGuest(trx, { name: nickname, email: '', website, createdAt });
  const known = await queries.findUser(trx, nickname);
  if (known !== undefined) return known;
  const person = { intro, avatar, createdAt };
  if (role === 'owner') {
    const owner = await ensureOwner(trx, { nickname, intro });
    if (owner.nickname === nickname) await queries.setProfile(trx, owner.id, person);
    return owner.id;
  }
  const member = {
    nickname,
    nicknameKey: nicknameKey(nickname),
    role: 'member',
    email: null,
    passwordHash: null,
  } as const;
  return queries.insertMember(trx, { ...member, ...person });
}

/** Categories and series, which articles refer to. */
export async function importShelves({ db, folder, dryRun, ...work }: ContentImport) {
  const categories = await readList(folder, 'categories.json', shapes.categories);
  const series = await readList(folder, 'series.json', shapes.series);
  if (dryRun) return;
  await db.transaction().execute(async (trx) => {
    for (const category of categories) await queries.importCategory(trx, category);
    for (const { author, ...one } of series) {
      const authorId = work.authors.get(author) ?? work.authorId;
      work.series.set(`${authorId}/${one.name}`, await queries.seriesNamed(trx, { ...one, authorId }));
    }
  });
}

/** Says, links, navigation, redirects, and settings never saved here. */
export async function importLists(work: ContentImport) {
  const { db, folder } = work;
  const says = await readList(folder, 'says.json', shapes.says);
  const links = await readList(folder, 'links.json', shapes.links);
  const sites = await readList(folder, 'navigation.json', shapes.navigation);
  const moved = await readList(folder, 'moved.json', shapes.moved);
  if (work.dryRun) return;
  const rendered: [(typeof says)[number], Awaited<ReturnType<typeof renderSay>>][] = [];
  for (const say of says) rendered.push([say, await renderSay(say.text, work.siteUrl)]);

  await db.transaction().execute(async (trx) => {
    for (const [index, [{ author, ...say }, html]] of rendered.entries()) {
      const draft = { ...say, authorId: work.authors.get(author) ?? work.authorId };
      work.sayIds.set(index + 1, (await queries.findSameSay(trx, draft)) ?? (await writeSay(trx, draft, html)));
    }
    for (const link of links) await queries.importLink(trx, link);
    for (const { group, position, ...site } of sites)
      await queries.importNavigationSite(trx, { ...site, groupId: await queries.importGroup(trx, group, position) });
    await importMoved(trx, moved);
  });
}

async function importMoved(trx: Trx, moved: z.output<typeof shapes.moved>) {
  for (const { path, target, source } of moved)
    if (!(await queries.hasMoved(trx, movedKey(path)))) await rememberMoved(trx, path, target, source);
}

export async function importSettings({ db, folder, dryRun }: ContentImport) {
  const settings = await readList(folder, 'settings.json', shapes.settings);
  const about = await readFile(join(folder, 'pages/about.md'), 'utf8').catch(() => undefined);
  if (dryRun) return;
  const wanted = { ...settings, ...(about && { about: { text: toAddresses(about) } }) };
  const groups = newGroups(wanted, await readSettings(db), await listSavedGroups(db));
  await db.transaction().execute(async (trx) => {
    for (const [name, group] of groups) await takeSettings(trx, name as SettingsGroup, group);
  });
  forgetSettings(db);
}
