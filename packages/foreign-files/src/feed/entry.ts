/** Text of a feed, whatever the form of the feed. */
export type FeedEntry = {
  /** Id of the entry, or its address. */
  key: string;
  title: string;
  html: string;
  /** Set when the feed has an excerpt only. */
  isExcerpt: boolean;
  summary: string;
  link: string;
  author: { name: string; email: string; website: string } | null;
  categories: string[];
  publishedAt: number | null;
  updatedAt: number | null;
  /** Address of a picture for the entry, or ''. */
  cover: string;
  /** Audio, video and other files beside the text. */
  enclosures: { url: string; type: string }[];
  line: number;
};
