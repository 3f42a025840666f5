import type { Readable } from 'node:stream';
import type { CoverStyle, Pigment } from '@mojian/contract/core/pigments';
import type {
  OwnArticle,
  OwnComment,
  OwnMessage,
  OwnPerson,
  OwnSay,
  SourceNavigation,
  SourceSeries,
  SourceSetting,
  SourceSticker,
} from './form-own.ts';

/**
 * The one form that every system's file is read into and that one writer stores. A reader yields items in the order of
 * the file; an item may name others that come later. Texts are Markdown, times milliseconds since 1970.
 */
export type Item =
  | SourceSite
  | SourcePerson
  | SourceCategory
  | SourceTag
  | SourceArticle
  | SourceComment
  | SourceMessage
  | SourceSay
  | SourceLink
  | SourceRedirect
  | SourcePicture
  | SourceSeries
  | SourceNavigation
  | SourceSticker
  | SourceSetting
  | Loss;

/** The site that was exported. At most once, before all that belongs to it. */
type SourceSite = {
  kind: 'site';
  /** Origin and path without a trailing slash, such as `https://example.com/blog`; '' when the file does not say. */
  url: string;
  title: string;
};

/** Author of something there. Nobody becomes a member: authors are stored as guests who may claim their texts. */
export type Author = {
  name: string;
  /** Lower case; '' when unknown. */
  email: string;
  /** An http address, or ''. */
  website: string;
};

/** An account without any text in the file, or whose profile says more than its texts do. */
export type SourcePerson = Author & {
  kind: 'person';
  key: string;
  intro: string;
  createdAt: number | null;
  /** Former addresses of the list of their articles; without any where they have none that the public sees. */
  addresses?: string[] | undefined;
  own?: OwnPerson | undefined;
};

export type SourceCategory = {
  kind: 'category';
  key: string;
  name: string;
  /** Key of the category above, for its address and the report. */
  parent: string | null;
  intro: string;
  /** Former addresses of its list, as those of an article. */
  addresses: string[];
  /** Place among the categories, in an export of this program; such a category is kept without articles, too. */
  position?: number | undefined;
  /** Colour of its drawn covers, in an export of this program. */
  pigment?: Pigment | undefined;
  coverStyle?: CoverStyle | undefined;
};

export type SourceTag = { kind: 'tag'; key: string; name: string; addresses: string[] };

export type SourceArticle = {
  kind: 'article';
  /** Unique among the articles and pages of the source; the same in every later export of the same site. */
  key: string;
  /** A page has an address and a menu entry of its own and is in no list or feed. */
  isPage: boolean;
  title: string;
  markdown: string;
  summary: string;
  /** `held`: waiting for review there. Scheduled ones are `published` with a time to come. */
  state: 'published' | 'draft' | 'private' | 'held';
  /** Whether readers needed a password; without one that can be kept here the article is stored as private. */
  hasPassword: boolean;
  /** Password itself, where the file has it. */
  password?: string | undefined;
  author: Author | null;
  /** Names, the first is the category here, the others become tags. */
  categories: string[];
  tags: string[];
  /** Address of the cover, as written in the file; '' without one. */
  cover: string;
  slug: string;
  description: string;
  keywords: string;
  /** Null: unknown, such as for a draft. */
  publishedAt: number | null;
  updatedAt: number | null;
  /** Left out where the file cannot say, as the next five: the article keeps what it has here. */
  pinned?: boolean | undefined;
  commenting?: 'open' | 'closed' | 'hidden' | undefined;
  highlighting?: boolean | undefined;
  hasAiContent?: boolean | undefined;
  views: number;
  likes: number;
  /** Former addresses: paths with their query, such as `/2024/05/rain.html` or `/?p=12`, or whole URLs. */
  addresses: string[];
  /** Address by which pictures and links of the text are relative, `/2024/05/`; '' for the root. */
  base: string;
  /** Parts that could not be kept as they were, one line of Chinese each. */
  warnings: string[];
  /** A `readTypes` of the contract where the whole was not for everybody. */
  readType?: number | undefined;
  /** Address at which the text stood first: a canonical one, or the source of a reprint. */
  sourceUrl?: string | undefined;
  isOriginal?: boolean | undefined;
  isFeatured?: boolean | undefined;
  isRecommended?: boolean | undefined;
  /** `publishedAt` is a guess, such as the time of a file; gives way to the date that the article has here. */
  isDateGuessed?: boolean | undefined;
  /**
   * Fingerprint of the source, by which a second run knows an unchanged article without converting it: `markdown` may
   * then be ''.
   */
  source?: string | undefined;
  own?: OwnArticle | undefined;
};

export type SourceComment = {
  kind: 'comment';
  key: string;
  /** Place it stands under: the article's key, or its address and title in a file of comments only. */
  on: { article: string } | { address: string; title: string } | { say: string };
  /** Key of the comment answered; a reader may name one that is missing. */
  parent: string | null;
  author: Author;
  markdown: string;
  createdAt: number | null;
  state: 'shown' | 'held' | 'spam' | 'removed';
  likes: number;
  pinned: boolean;
  /** Marked by the source itself as written by its owner, such as an administrator of a comment service. */
  byOwner?: boolean | undefined;
  /** Browser and system there, such as `Chrome 120 · Windows`; ''. The address of the network is never taken over. */
  device: string;
  /** User-Agent there, by which the site names the device where the source does not. */
  agent?: string | undefined;
  own?: OwnComment | undefined;
};

/** An entry of a guest book. */
export type SourceMessage = {
  kind: 'message';
  key: string;
  author: Author;
  text: string;
  createdAt: number | null;
  state: 'shown' | 'held';
  own?: OwnMessage | undefined;
};

/** A short post. */
export type SourceSay = {
  kind: 'say';
  key: string;
  author: Author | null;
  text: string;
  /** Addresses of its pictures. */
  pictures: string[];
  createdAt: number | null;
  isPublic: boolean;
  likes: number;
  own?: OwnSay | undefined;
};

/** A friend link. */
export type SourceLink = {
  kind: 'link';
  key: string;
  group: string;
  name: string;
  url: string;
  intro: string;
  avatar: string;
  /** Null: unknown. Set in an export of this program, whose links come as they were. */
  createdAt?: number | null;
};

/** A former address that leads to another one of the source, such as in Ghost's redirects.json. */
export type SourceRedirect = {
  kind: 'redirect';
  from: string;
  to: string;
  /** Origin of the redirect, in an export of this program. */
  source?: 'renamed' | 'import' | 'manual' | undefined;
};

/** Something that does not come over, for the report. */
export type Loss = {
  kind: 'loss';
  /** Kind of thing in Chinese, such as 附件 or 菜单; losses of one kind are counted together. */
  thing: string;
  /** Its place in the file: a title, key, line or entry. */
  place: string;
  /** Why, in one line of Chinese. */
  reason: string;
};

/** An uploaded file or folder on disk, opened once for recognition and reading. */
export type Source = {
  /** Path on disk. */
  path: string;
  /** Name given by the uploader, for its extension only. */
  name: string;
  /** Bytes. */
  size: number;
  /** The first 64 KB. */
  head: Buffer;
  /** Entries of a zip or files of a folder; empty for a single file. */
  entries: SourceEntry[];
  /** Entries that were not opened, such as symbolic links; one loss each. */
  refused: { path: string; reason: string }[];
};

export type SourceEntry = {
  /** With forward slashes, without a leading one. */
  path: string;
  size: number;
  modifiedAt: number;
  /** Reads the whole. @throws Failure at `file` for a broken entry, or one above 64 MB */
  read: () => Promise<Buffer>;
  /** Reads piece by piece, without a limit. */
  open: () => Promise<Readable>;
};

/** A stored picture of an export of this program, under its key, or another file with the `name` of its download. */
export type SourcePicture = { kind: 'picture'; key: string; name: string; entry: SourceEntry };

export type Reader = {
  /** Stable id, part of the key of everything it reads. */
  id: string;
  /** The system's name on the screen. */
  name: string;
  /** Name of the system that a source of this kind is of, where one reader knows several. */
  nameOf?: (source: Source) => Promise<string>;
  /** Whether the source is this system's, from its head, name and entries. Cheap; never throws. */
  recognizes: (source: Source) => Promise<boolean> | boolean;
  /**
   * Reads in bounded memory, whatever the size.
   * @throws UnreadableSource when nothing more can be read; all that was yielded before stands
   */
  read: (source: Source, isKnown?: IsKnown) => AsyncIterable<Item>;
  /** Finds a picture that is inside the source by its address in a text; undefined when it is not in there. */
  findPicture?: (source: Source, address: string, base: string) => Maybe<SourceEntry>;
  /** Why a picture is not found, in Chinese, where more is known than that. */
  whyNoPicture?: (source: Source, address: string, base: string) => Maybe<string>;
};

/** The source may be open in another process. */
type Maybe<Value> = Promise<Value | undefined> | Value | undefined;

/** Whether an article of this key came from just this source before, so that its text need not be converted again. */
export type IsKnown = (key: string, source: string) => Promise<boolean>;

/** The file ends or breaks. The message is one line of Chinese with the place. */
export class UnreadableSource extends Error {
  override name = 'UnreadableSource';
}
