/**
 * Numbers and codes that both ends go by. They stand apart from the shapes so that a page can use one without fetching
 * the library that checks them.
 */

/** Who may read all of an article. `onlyAuthor`: nobody else knows of it, the staff neither. */
export const readTypes = { free: 0, afterComment: 1, afterLike: 2, afterCode: 3, signedIn: 4, onlyAuthor: 5 } as const;

/** Whether readers see the opening, and read on once they did something. */
export function isGated(readType: number) {
  return readType !== readTypes.free && readType !== readTypes.onlyAuthor;
}

/** Characters of a search; what is longer is cut. */
export const longestSearch = 100;

/** Characters, an emoji counting as few of them. */
export const longestComment = 1000;
/** Replies shown under a comment before 展开. */
export const repliesShown = 3;

export const longestSay = 2000;
export const longestPlace = 30;
/** Pictures of one say, and of one comment. */
export const mostPictures = 9;

/** Bytes of a picture as it is uploaded. */
export const largestUpload = 10 * 1024 * 1024;

/** Characters, an emoji counting as few of them. */
export const longestMessage = 100;
/** Seconds between two messages of one person. */
export const boardPause = 30;

/** The kinds of a notice, as the calls number them. */
export const noticeKinds = { system: 0, comment: 1, follow: 2, like: 3, collect: 4 } as const;

/** What is asked for, and what is broken. */
export const feedbackTypes = { wish: 1, fault: 2 } as const;
export const longestTitle = 60;
export const longestContent = 2000;

/** Characters of an article and of what goes with it. Beyond `longestArticle` the renderer shows plain paragraphs. */
export const longestArticle = 500_000;
export const longestArticleTitle = 100;
export const longestSummary = 300;
export const longestDescription = 200;
export const longestKeywords = 200;
export const longestSlug = 80;
/** Of a tag, a category, a series, an author. */
export const longestName = 30;
/** Tags of one article. */
export const mostTags = 3;
/** Days what was removed stays in the trash. */
export const trashDays = 30;

/** Characters, an emoji counting as few of them. */
export const longestChat = 2000;
/** Seconds in which one's own message may be withdrawn. */
export const withdrawSeconds = 120;
/** Messages of one page of a room. */
export const chatPageSize = 30;

/** The cookie in which a login over another site leaves the nonce of its handover. */
export const arrivalCookie = 'arrival';
