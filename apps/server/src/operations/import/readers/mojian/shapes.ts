import { commentings } from '@mojian/contract/core/modes';
import { articleKinds } from '@mojian/contract/platform/rules';
import { z } from 'zod';
import { longestMovedPath, longestTarget } from '../../../../content/slugs/moved.ts';

const text = z.string().max(10_000).default('');
const name = z.string().min(1).max(200);
const time = z.iso.datetime().transform((written) => Date.parse(written));
const listOf = <Shape extends z.ZodType>(shape: Shape) => z.array(shape).default([]);
const address = z.string().regex(/^$|^\/|^https?:\/\//, '须为站内或 http 网址');

export const shapes = {
  authors: listOf(
    z.object({
      nickname: name,
      intro: text,
      avatar: address.default(''),
      role: z.string(),
      /** Without an account; `website` may be ''. */
      guest: z.boolean().default(false),
      website: text,
      createdAt: time,
    }),
  ),
  categories: listOf(z.object({ name, intro: text, position: z.int32().default(0) })),
  series: listOf(z.object({ name, author: name, intro: text, createdAt: time, updatedAt: time })),
  says: listOf(
    z.object({
      author: name,
      text: z.string().max(50_000),
      pictures: z.array(z.object({ url: z.string(), width: z.int32(), height: z.int32() })).default([]),
      place: text,
      isPublic: z.boolean().default(true),
      state: z.enum(['shown', 'held']).default('shown'),
      reasons: z.array(z.string()).default([]),
      createdAt: time,
    }),
  ),
  board: listOf(
    z.object({
      author: name,
      /** Left without an account. */
      visitor: z.boolean().default(false),
      /** Taken over from another site; `website` may be ''. */
      guest: z.boolean().default(false),
      website: text,
      text: z.string().min(1).max(10_000),
      place: text,
      state: z.enum(['shown', 'held']).default('shown'),
      reasons: z.array(z.string()).default([]),
      createdAt: time,
    }),
  ),
  comments: listOf(
    z.object({
      author: name,
      /** Without an account: `author` is the name, `website` may be ''. */
      guest: z.boolean().default(false),
      website: text,
      text: z.string().max(100_000),
      pictures: z.array(z.object({ url: z.string(), width: z.int32(), height: z.int32() })).default([]),
      parent: z.int32().min(1).optional(),
      answers: z.int32().min(1).optional(),
      createdAt: time,
      editedAt: time.optional(),
      removedAt: time.optional(),
      state: z.enum(['shown', 'held']).default('shown'),
      reasons: z.array(z.string()).default([]),
      likes: z.int32().min(0).default(0),
      pinned: z.boolean().default(false),
      place: text,
      device: text,
    }),
  ),
  links: listOf(
    z.object({
      groupName: name,
      name,
      url: z.url({ protocol: /^https?$/ }),
      intro: text,
      avatar: text,
      createdAt: time,
    }),
  ),
  navigation: listOf(
    z.object({
      group: name,
      position: z.int32(),
      name,
      url: z.url({ protocol: /^https?$/ }),
      intro: text,
      logo: text,
      clicks: z.int32().min(0).default(0),
    }),
  ),
  moved: listOf(
    z.object({
      path: z.string().startsWith('/').max(longestMovedPath),
      target: z.string().max(longestTarget),
      source: z.enum(['renamed', 'import', 'manual']).default('import'),
    }),
  ),
  settings: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
};

const count = z.int32().min(0).default(0);
const percent = z.int32().min(0).max(100).default(50);

export type ExportedComment = z.output<typeof shapes.comments>[number];

export const articleShape = z.object({
  id: z.int32().min(1),
  kind: z.enum(articleKinds).default('article'),
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
  readType: z.int32().min(0).max(4).default(0),
  commenting: z.enum(commentings).default('open'),
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
