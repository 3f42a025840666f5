/**
 * Parts of the form that only an export of this program has. They come back as they were, without fitting. Of a row they
 * name what some code reads; every other exported column stands beside it.
 */

/** An author by nickname; a guest has no account. */
export type OwnAuthor = { nickname: string; isGuest: boolean; website: string; createdAt: number };

export type OwnArticle = {
  /** The number it had, taken again where it is free. */
  id: number;
  /** Null for an author the file does not describe: the importing member. */
  author: OwnAuthor | null;
  state: 'draft' | 'pending' | 'scheduled' | 'published' | 'private' | 'withdrawn' | 'refused';
  createdAt: number;
  series: string | null;
  seriesPosition: number;
  featuredPosition: number;
  coverNumber: number | null;
  focusX: number;
  focusY: number;
  sourceAuthor: string;
  /** Words on the cover of an album; null for another article. */
  album: { place: string; time: string } | null;
  /** Hash of the password that opens it, and its hint. */
  password: { hash: string; hint: string } | null;
  /** The text that was being written over the public one. */
  draft: OwnDraft | null;
};

export type OwnDraft = {
  title: string;
  savedAt: number;
  submittedAt: number | null;
  refusal: string;
  content: Record<string, unknown>;
};

type StoredPicture = { url: string; width: number; height: number };

export type OwnComment = {
  /** Null for a guest, who stands in the comment's `author`. */
  member: OwnAuthor | null;
  pictures: StoredPicture[];
  editedAt: number | null;
  removedAt: number | null;
  reasons: string[];
  /** Sentence of the article that it is about. */
  quote?: { words: string; before: string; after: string; position: number } | undefined;
  /** The comment above is only its place: the answered one is gone. */
  answersNobody: boolean;
};

export type OwnSay = {
  member: OwnAuthor | null;
  state: 'shown' | 'held';
  reasons: string[];
  pictures: StoredPicture[];
};

/** `author`: null for a visitor. */
export type OwnMessage = { author: OwnAuthor | null; reasons: string[] };

export type OwnPerson = { avatar: string; role: string; isGuest: boolean };

export type SourceSeries = {
  kind: 'series';
  key: string;
  name: string;
  author: OwnAuthor | null;
  intro: string;
  createdAt: number;
  updatedAt: number;
};

export type SourceNavigation = {
  kind: 'navigation';
  key: string;
  group: string;
  position: number;
  name: string;
  url: string;
  intro: string;
};

/** A sticker of one of the site's own packs. */
export type SourceSticker = {
  kind: 'sticker';
  key: string;
  pack: string;
  name: string;
  keywords: string;
  /** Addresses of its picture by day, and by night or ''. */
  picture: string;
  night: string;
};

/** A group of settings, taken over where none was ever saved. */
export type SourceSetting = { kind: 'setting'; key: string; name: string; fields: Record<string, unknown> };
