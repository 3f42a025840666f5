import type { Author, Item, SourceComment } from '@mojian/importers/form';
import type { OwnAuthor } from '@mojian/importers/form-own';
import type { z } from 'zod';
import { toAddresses } from '../../../content-export/picture-links.ts';
import { type Files, lossOf, parsed } from './files.ts';
import { type ExportedComment, shapes } from './shapes.ts';

/** Authors by nickname, and the keys of says by their position, which other files name. */
export type Lists = { authors: Map<string, OwnAuthor>; sayKeys: string[] };

/** Reads a list; empty when absent. @throws Error in Chinese when invalid */
async function readList<Of>(files: Files, name: string, shape: z.ZodType<Of>): Promise<Of> {
  const text = await files.read(name);
  if (text === undefined) return shape.parse(undefined);
  const { data, error } = shape.safeParse(parsed(toAddresses(text), name));
  if (error) throw new Error(`${name} 的 ${error.issues[0]?.path.join('.')} 不对：${error.issues[0]?.message}`);
  return data;
}

/** The columns that a function does not name come back as they are, into the same item of the form. */
type List = (files: Files, lists: Lists) => Promise<Item[]>;

/** Lists that articles refer to come before them. */
const listFiles: Record<'before' | 'after', Record<string, List>> = {
  before: { 'authors.json': people, 'categories.json': categories, 'series.json': series },
  after: {
    'says.json': says,
    'board.json': board,
    'links.json': links,
    'navigation.json': navigation,
    'stickers.json': stickers,
    'moved.json': moved,
    'settings.json': settings,
  },
};

/** Yields the items of the lists; an invalid list is reported as a loss. */
export async function* listItems(files: Files, lists: Lists, when: 'before' | 'after'): AsyncGenerator<Item> {
  for (const [name, readItems] of Object.entries(listFiles[when])) {
    try {
      yield* await readItems(files, lists);
    } catch (error) {
      yield lossOf(name, error);
    }
  }
}

async function people(files: Files, lists: Lists): Promise<Item[]> {
  const found = await readList(files, 'authors.json', shapes.authors);
  return found.map(({ nickname, intro, guest, website, createdAt, ...columns }) => {
    lists.authors.set(nickname, { nickname, isGuest: guest, website, createdAt });
    const own = { ...columns, isGuest: guest };
    return { kind: 'person', key: nickname, name: nickname, email: '', website, intro, createdAt, own };
  });
}

async function categories(files: Files): Promise<Item[]> {
  const found = await readList(files, 'categories.json', shapes.categories);
  return found.map(({ name, intro, position, ...columns }) => ({
    kind: 'category',
    key: name,
    name,
    parent: null,
    intro,
    addresses: [],
    position,
    ...columns,
  }));
}

async function series(files: Files, lists: Lists): Promise<Item[]> {
  const found = await readList(files, 'series.json', shapes.series);
  return found.map(({ author, ...one }) => ({
    ...one,
    kind: 'series',
    key: `${author}/${one.name}`,
    author: lists.authors.get(author) ?? null,
  }));
}

async function says(files: Files, lists: Lists): Promise<Item[]> {
  const found = await readList(files, 'says.json', shapes.says);
  const keyOf = uniqueKeys();
  lists.sayKeys = found.map(({ author, createdAt }) => keyOf(`${createdAt} ${author}`));
  return found.map(({ author, text, pictures, isPublic, state, reasons, createdAt, ...columns }, index) => ({
    kind: 'say',
    key: lists.sayKeys[index] ?? '',
    author: null,
    text,
    pictures: [],
    createdAt,
    isPublic,
    likes: 0,
    own: { member: lists.authors.get(author) ?? null, ...columns, state, reasons, pictures },
  }));
}

async function board(files: Files, lists: Lists): Promise<Item[]> {
  const found = await readList(files, 'board.json', shapes.board);
  const keyOf = uniqueKeys();
  return found.map(({ author, visitor, guest, website, text, state, reasons, createdAt, ...columns }) => {
    const person = { nickname: author, isGuest: guest, website, createdAt };
    const member = guest ? person : (lists.authors.get(author) ?? person);
    return {
      kind: 'message',
      key: keyOf(`${createdAt} ${author}`),
      author: { name: author, email: '', website: guest ? website : '' },
      text,
      createdAt,
      state,
      own: { author: visitor ? null : member, ...columns, reasons },
    };
  });
}

async function links(files: Files): Promise<Item[]> {
  const found = await readList(files, 'links.json', shapes.links);
  return found.map(({ groupName, ...link }) => ({ ...link, kind: 'link', key: link.url, group: groupName }));
}

async function navigation(files: Files): Promise<Item[]> {
  const found = await readList(files, 'navigation.json', shapes.navigation);
  return found.map((site) => ({ ...site, kind: 'navigation', key: `${site.group} ${site.url}` }));
}

async function stickers(files: Files): Promise<Item[]> {
  const found = await readList(files, 'stickers.json', shapes.stickers);
  return found.map((sticker) => ({ ...sticker, kind: 'sticker', key: `${sticker.pack} ${sticker.name}` }));
}

async function moved(files: Files): Promise<Item[]> {
  const found = await readList(files, 'moved.json', shapes.moved);
  return found.map(({ path, target, source }) => ({ kind: 'redirect', from: path, to: target, source }));
}

async function settings(files: Files): Promise<Item[]> {
  const groups = await readList(files, 'settings.json', shapes.settings);
  const about = await files.read('pages/about.md');
  const all = { ...groups, ...(about && { about: { text: toAddresses(about) } }) };
  return Object.entries(all).map(([name, fields]) => ({ kind: 'setting', key: name, name, fields }));
}

/** The comments of an article or of a say, which has the position of its list in its name. */
export async function* commentsOf(files: Files, path: string, lists: Lists): AsyncGenerator<Item> {
  const [, name = '', kind, number] = /^comments\/((article|say)-(\d+))\.json$/.exec(path) ?? [];
  if (kind === undefined) return;
  const sayKey = lists.sayKeys[Number(number) - 1];
  if (kind === 'say' && sayKey === undefined) return;
  try {
    const comments = await readList(files, path, shapes.comments);
    const on = sayKey !== undefined && kind === 'say' ? { say: sayKey } : { article: String(number) };
    yield* commentItems(comments, { on, name: 'say' in on ? `say ${on.say}` : name, lists });
  } catch (error) {
    yield lossOf(path, error);
  }
}

type Under = { on: SourceComment['on']; name: string; lists: Lists };

function commentItems(comments: ExportedComment[], { on, name, lists }: Under): SourceComment[] {
  const keyOf = uniqueKeys();
  const keys = comments.map(({ author, createdAt }) => keyOf(`${name} ${createdAt} ${author}`));
  const keyAt = (position: number | undefined) => (position === undefined ? null : (keys[position - 1] ?? null));
  return comments.map((comment, index) => {
    const { answers, parent, guest, author, website, text, createdAt, state, likes, pinned, device, ...rest } = comment;
    const { pictures, editedAt = null, removedAt = null, reasons, ...columns } = rest;
    return {
      kind: 'comment',
      key: keys[index] ?? '',
      on,
      parent: keyAt(answers) ?? keyAt(parent),
      author: { name: author, email: '', website: guest ? website : '' } satisfies Author,
      markdown: text,
      createdAt,
      state,
      likes,
      pinned,
      device,
      own: {
        member: guest
          ? null
          : (lists.authors.get(author) ?? { nickname: author, isGuest: false, website: '', createdAt }),
        pictures,
        editedAt,
        removedAt,
        ...columns,
        reasons,
        answersNobody: keyAt(answers) === null && keyAt(parent) !== null,
      },
    };
  });
}

/** Gives things of one moment and author a number. */
function uniqueKeys() {
  const seen = new Map<string, number>();
  return (key: string) => {
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count === 1 ? key : `${key} ${count}`;
  };
}
