/**
 * Numbers and codes that both ends go by. They stand apart from the shapes so that a page can use one without fetching
 * the library that checks them.
 */

/** Decides which readers get the whole article. `onlyAuthor`: hidden even from the staff. */
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

/** Kinds of feedback: wishes and defects. */
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
/** Longest name of a tag, category, series or author. */
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

const unseen = /[\s\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Whether a text draws nothing at all: empty, spaces, zero-width signs, accents without a letter. */
export function isBlank(text: string) {
  return text.replaceAll(unseen, '') === '';
}

/** Placeholder for a secret, which is never sent. Sent back, it leaves the secret as it is. */
export const maskedSecret = '••••••';

/** Default themes; `system` follows the device. */
export const themes = ['system', 'light', 'dark'] as const;

export type Theme = (typeof themes)[number];

/** The ways to reach the owner, by the numbers of showList from 1. */
export const contactNames = ['email', 'qq', 'github', 'gitee', 'wechat', 'qqGroup'] as const;

export type ContactName = (typeof contactNames)[number];

/** Bytes of a backup that is sent up. */
export const largestBackup = 64 * 1024 ** 3;

/** Word typed to confirm a restore. */
export const restoreWord = '恢复';

/** Bytes of content that is sent up. */
export const largestContent = 4 * 1024 ** 3;

/** From the least to the worst. */
export const logLevels = ['debug', 'info', 'warn', 'error', 'fatal'] as const;

/** Bytes of what is sent up in pieces, so that neither side holds it whole. */
export const largestPiece = 4 * 1024 * 1024;
