import { quote } from '@mojian/contract/community/highlights';
import { weather } from '@mojian/contract/community/says';
import { commentings } from '@mojian/contract/core/modes';
import { coverStyles, pigments } from '@mojian/contract/core/pigments';
import { articleKinds } from '@mojian/contract/platform/rules';
import type { SelectType } from 'kysely';
import { z } from 'zod';
import { boardMessages } from '../../../../community/board/board.table.ts';
import { comments } from '../../../../community/comments/comments.table.ts';
import { says } from '../../../../community/says/says.table.ts';
import { categories } from '../../../../content/categories/categories.table.ts';
import { series } from '../../../../content/series/series.table.ts';
import { longestMovedPath, longestTarget } from '../../../../content/slugs/moved.ts';
import { movedPaths } from '../../../../content/slugs/moved-paths.table.ts';
import { users } from '../../../../core/identity/users.table.ts';
import { stickers } from '../../../../core/stickers/stickers.table.ts';
import { links } from '../../../../pages/links/links.table.ts';
import { navigationSites } from '../../../../pages/navigation/navigation.table.ts';
import type { Schema } from '../../../../platform/db/schema.ts';
import { type Exported, exportedNames, type TableName } from '../../../../platform/db/table.ts';

const text = z.string().max(10_000).default('');
const name = z.string().min(1).max(200);
const time = z.iso.datetime().transform((written) => Date.parse(written));
const flag = z.boolean().default(false);
const count = z.int32().min(0).default(0);
const address = z.string().regex(/^$|^\/|^https?:\/\//, '须为站内或 http 网址');
const webAddress = z.url({ protocol: /^https?$/ });

/** Columns that have one shape in every table. */
const shapeOf = {
  createdAt: time,
  updatedAt: time,
  name,
  pictures: z.array(z.object({ url: z.string(), width: z.int32(), height: z.int32() })).default([]),
  reasons: z.array(z.string()).default([]),
  state: z.enum(['shown', 'held']).default('shown'),
};

type Shapes = Record<string, z.ZodType>;
type Described = { name: TableName; columns: Record<string, string> };

type Unshared<T extends Described> = Exclude<Exported<T>, keyof typeof shapeOf> & keyof Schema[T['name']];

/** Exported columns that are no text and have no shape in common: their list must name one. */
type Unshaped<T extends Described> = {
  [Col in Unshared<T>]: SelectType<Schema[T['name']][Col]> extends string ? never : Col;
}[Unshared<T>];

type RowShape<T extends Described, Named> = Named & {
  [Col in Exclude<Exported<T>, keyof Named>]: Col extends keyof typeof shapeOf ? (typeof shapeOf)[Col] : typeof text;
};

/**
 * A list of rows: every column that its table exports, a text unless it is named, and what stands beside them. Columns
 * that the file spells in another way are `renamed`.
 */
function rowsOf<T extends Described, Named extends Shapes, Renamed extends Exported<T> = never>(
  described: T,
  named: Named & Record<Exclude<Unshaped<T>, Renamed>, z.ZodType>,
  renamed: Renamed[] = [],
) {
  const names = exportedNames(described).filter((column) => !(renamed as string[]).includes(column));
  const shapeOfColumn: Shapes = { ...shapeOf, ...named };
  const columns = names.map((column) => [column, shapeOfColumn[column] ?? text]);
  const beside = Object.entries(named).filter(([key]) => !(names as string[]).includes(key));
  const row = Object.fromEntries([...beside, ...columns]) as Omit<RowShape<T, Named>, Renamed>;
  return z.array(z.object(row)).default([]);
}

/** Without an account: `author` is the name, `website` may be ''. */
const guest = { guest: flag, website: text };

export const shapes = {
  authors: rowsOf(users, { ...guest, nickname: name, avatar: address.default(''), role: z.string() }, ['isGuest']),
  categories: rowsOf(categories, {
    position: z.int32().default(0),
    pigment: z.enum(pigments).optional(),
    coverStyle: z.enum(coverStyles).default('painting'),
  }),
  series: rowsOf(series, { author: name }),
  says: rowsOf(says, {
    author: name,
    text: z.string().max(50_000),
    weather: weather.catch(''),
    isPublic: z.boolean().default(true),
    hasAiContent: z.boolean().default(false),
  }),
  /** `visitor`: left without an account. */
  board: rowsOf(boardMessages, { ...guest, author: name, visitor: flag, text: z.string().min(1).max(10_000) }, [
    'nickname',
  ]),
  comments: rowsOf(
    comments,
    {
      ...guest,
      author: name,
      text: z.string().max(100_000),
      parent: z.int32().min(1).optional(),
      answers: z.int32().min(1).optional(),
      editedAt: time.optional(),
      removedAt: time.optional(),
      likes: count,
      pinned: flag,
      quote: quote.optional(),
    },
    ['parentId', 'replyToId'],
  ),
  links: rowsOf(
    links,
    {
      groupName: name,
      url: webAddress,
      feedUrl: webAddress.or(z.literal('')).default(''),
      readsFeed: z.boolean().default(true),
    },
    ['state'],
  ),
  navigation: rowsOf(navigationSites, { group: name, position: z.int32(), url: webAddress, clicks: count }),
  stickers: rowsOf(stickers, { pack: name, name, picture: address.min(1), night: address.default('') }),
  moved: rowsOf(movedPaths, {
    path: z.string().startsWith('/').max(longestMovedPath),
    target: z.string().max(longestTarget),
    source: z.enum(['renamed', 'import', 'manual']).default('import'),
  }),
  settings: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
};

const percent = z.int32().min(0).max(100).default(50);

export type ExportedComment = z.output<typeof shapes.comments>[number];

export const articleShape = z.object({
  id: z.int32().min(1),
  kind: z.enum([...articleKinds, 'album']).default('article'),
  albumPlace: text,
  albumTime: text,
  title: z.string(),
  author: name,
  date: time.optional(),
  created: time,
  updated: time,
  state: z.enum(['draft', 'pending', 'scheduled', 'published', 'private', 'withdrawn', 'refused']),
  tags: z.array(z.string()).default([]),
  category: z.string().optional(),
  summary: text,
  cover: text,
  keywords: text,
  source: text,
  sourceAuthor: text,
  slug: z.string().optional(),
  description: text,
  original: z.boolean().default(true),
  readType: z.int32().min(0).max(6).default(0),
  passwordHash: text,
  passwordHint: text,
  commenting: z.enum(commentings).default('open'),
  highlighting: z.boolean().default(true),
  hasAiContent: z.boolean().default(false),
  pinned: z.boolean().default(false),
  featured: z.boolean().default(false),
  featuredPosition: count,
  recommended: z.boolean().default(false),
  coverNumber: z.int32().min(0).optional(),
  focusX: percent,
  focusY: percent,
  series: z.string().optional(),
  seriesPosition: count,
  views: count,
});

export type ArticleFields = z.output<typeof articleShape>;

export const draftShape = z.object({
  article: z.int32().min(1),
  savedAt: time,
  submittedAt: time.optional(),
  refusal: text,
  content: z.record(z.string(), z.unknown()),
});
