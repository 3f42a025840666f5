import { z } from 'zod';
import { articleCard } from '../content/articles.ts';
import { tag } from '../content/tags.ts';
import { homeSectionNames } from '../core/home-sections.ts';
import { get, post } from '../platform/endpoint.ts';
import { time } from '../platform/fields.ts';
import { neighbourArticle } from './neighbours.ts';

const linked = z.object({ id: z.number(), path: z.string(), title: z.string() });
const picture = z.object({ url: z.string(), width: z.number(), height: z.number() });

const say = z.object({
  id: z.number(),
  /** The say as plain text: whole on the sheet, its beginning elsewhere. */
  text: z.string(),
  place: z.string(),
  /** Its first picture. */
  picture: picture.nullable(),
  /** Whether it can be set in columns from the right: short, without pictures, links and long words in Latin letters. */
  vertical: z.boolean(),
  likes: z.number(),
  comments: z.number(),
  author: z.object({ id: z.number(), nickname: z.string(), avatar: z.string() }),
  createdAt: time,
});

const photo = picture.extend({
  /** Beginning of the say, or the title of the article with this cover. */
  caption: z.string(),
  /** Address of the say or the article. */
  path: z.string(),
  /** The say or the article it belongs to. */
  of: z.object({ kind: z.enum(['say', 'article']), id: z.number() }),
  createdAt: time,
});

const series = z.object({
  id: z.number(),
  name: z.string(),
  intro: z.string(),
  articles: z.number(),
  /** Its newest, the latest first. `number`: place in the series. */
  newest: z.array(linked.extend({ number: z.number() })),
});

const memory = z.object({
  year: z.number(),
  /** Either of the two. */
  article: articleCard.nullable(),
  say: z.object({ id: z.number(), text: z.string(), place: z.string() }).nullable(),
});

const comment = z.object({
  id: z.number(),
  authorId: z.number(),
  nickname: z.string(),
  avatar: z.string(),
  /** Whether its author has no account here. */
  guest: z.boolean(),
  text: z.string(),
  createdAt: time,
  article: linked,
});

const layout = z.object({
  beside: z.enum(['say', 'term', 'notice']),
  /** The sections that are on, in order. */
  sections: z.array(z.enum(homeSectionNames)),
  /** Number of new articles at first. */
  count: z.number(),
  /** Whether every fifth of them is wide. */
  wide: z.boolean(),
  /** Whether the side column stands beside them. */
  side: z.boolean(),
});

/** More than is shown at once: the page leaves out what stands on it already. */
const homeData = z.object({
  layout,
  /** By the owner's choice; null on a site without articles. */
  lead: articleCard.nullable(),
  /** Articles that the owner marked as 精选. */
  featured: z.array(articleCard),
  recommended: z.array(linked.extend({ views: z.number() })),
  /** The newest public says, newest first. */
  says: z.array(say),
  /** The newest say of the last three days. */
  sheet: say.nullable(),
  photos: z.array(photo),
  /** The last updated first. */
  series: z.array(series),
  /** Texts of this day in former years, by China's calendar: one of each of the last three years that have any. */
  ago: z.array(memory),
  /** Quoted comment of the last thirty days, the same for the whole day. */
  reader: comment.extend({ place: z.string() }).nullable(),
  comments: z.array(comment),
  /** The newest article of each friend. */
  neighbours: z.array(neighbourArticle),
  /** The most used. */
  tags: z.array(tag),
  counts: z.object({
    articles: z.number(),
    categories: z.number(),
    tags: z.number(),
    series: z.number(),
    /** Pinned articles, which come before the new ones. */
    pinned: z.number(),
  }),
});

export type Home = z.infer<typeof homeData>;

/** Pictures from which 影 is shown, and tags from which 标签 is. */
export const fewestPhotos = 5;
export const fewestTags = 8;

export const home = {
  show: get('/v1/', 'anyone', {
    about: '首页：头条、一笺与各段的内容，顺序由站长定',
    reply: homeData,
  }),
  preview: get('/v1/home/preview', 'anyone', {
    about: '按没有保存的设置看首页：ticket 是后台预览给的口令',
    query: z.object({ ticket: z.string('缺少口令').max(100, '口令有误') }),
    reply: homeData,
  }),
};

export const adminHome = {
  contents: get('/v1/admin/home/', 'settings.read', {
    about: '首页各段现在各有多少可显示，与可作头条的文章',
    reply: z.object({
      counts: z.record(z.enum(homeSectionNames), z.number()),
      newest: linked.nullable(),
      pinned: linked.nullable(),
      /** The owner's own choice as saved, while it is public. */
      chosen: linked.nullable(),
      hasSheet: z.boolean(),
    }),
  }),
  preview: post('/v1/admin/home/preview', 'settings.change', {
    about: '按没有保存的设置预览首页：给一个五分钟内有效的口令，写在首页地址的 preview 里',
    changes: false,
    limit: { most: 120, seconds: 60 },
    body: z.object({ value: z.record(z.string(), z.unknown(), '须为首页设置的各项') }),
    reply: z.object({ ticket: z.string() }),
  }),
};
