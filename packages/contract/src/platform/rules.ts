/** Numbers and codes shared by server and pages, in a module without zod so that pages do not load it. */

/** Which readers get the full article. `onlyAuthor`: hidden even from the staff. */
export const readTypes = {
  free: 0,
  afterComment: 1,
  afterLike: 2,
  afterCode: 3,
  signedIn: 4,
  onlyAuthor: 5,
  withPassword: 6,
} as const;

/** Kinds of texts: an article, or a page with an address of its own that is in no list, feed or count of articles. */
export const articleKinds = ['article', 'page'] as const;
export type ArticleKind = (typeof articleKinds)[number];

/** Read types of a page: it has no like, comment or code to unlock it by. */
export const pageReadTypes: readonly number[] = [
  readTypes.free,
  readTypes.signedIn,
  readTypes.onlyAuthor,
  readTypes.withPassword,
];

/** Whether readers get the opening first and unlock the rest by an action. */
export function isGated(readType: number) {
  return readType !== readTypes.free && readType !== readTypes.onlyAuthor;
}

/** Characters; a longer search is truncated. */
export const longestSearch = 100;
/** Results of a search are counted and shown up to this many. */
export const searchCountedTo = 1000;
/** Kinds of writings a search finds, in the order of their tabs. */
export const searchKinds = ['article', 'say', 'series', 'page', 'comment'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** UTF-16 units of a comment. */
export const longestComment = 1000;
/** Replies shown under a comment before 展开. */
export const repliesShown = 3;

export const longestSay = 2000;
/** Characters of a sentence made into a picture, white space not counted. */
export const longestQuote = 600;

/** 朱丝栏 vertical on ruled paper; 素笺 horizontal; 夜拓 vertical, pale on a dark stone; 带照片 below a say's photograph. */
export const quoteCardTemplates = ['ruled', 'plain', 'night', 'photo'] as const;

export type QuoteCardTemplate = (typeof quoteCardTemplates)[number];

export const longestPlace = 30;
/** Words for the weather of a say, before its degrees. */
export const skies = ['晴', '多云', '阴', '小雨', '大雨', '雷雨', '小雪', '大雪', '雾', '大风'] as const;
/** Pictures of one say or comment. */
export const mostPictures = 9;

/** Bytes of an uploaded picture. */
export const largestUpload = 10 * 1024 * 1024;
/** Bytes of an attachment, whatever the settings permit: proxies as we describe them take 120 MB. */
export const largestAttachment = 100 * 1024 * 1024;

/** UTF-16 units of a message on the board. */
export const longestBoardMessage = 100;
/** Minimum seconds between two messages of one person. */
export const boardPause = 30;

/** Longest name of a guest, who has no account to choose one for. */
export const guestNameLength = 30;
/** Minutes in which a comment can be edited, and a guest may take theirs back. */
export const editableMinutes = 15;

/** Kinds of notices and their numbers in the calls. */
export const noticeKinds = { system: 0, comment: 1, follow: 2, like: 3, collect: 4 } as const;

/** Seals a say is stamped with: 赞, 笑, 念 and 抱. The first is the like that articles and comments have too. */
export const seals = ['like', 'laugh', 'recall', 'hug'] as const;
export type Seal = (typeof seals)[number];

/** Kinds of feedback: wishes and defects. */
export const feedbackTypes = { wish: 1, fault: 2 } as const;
export const longestTitle = 60;
export const longestContent = 2000;

/** UTF-16 units of an article and its fields. Beyond `longestArticle` the renderer shows plain paragraphs. */
export const longestArticle = 500_000;
export const longestArticleTitle = 100;
export const longestSummary = 300;
export const longestDescription = 200;
export const longestKeywords = 200;
/** Place and time on the cover of an album. */
export const longestAlbumWords = 40;
/** Characters of an article's password, and of its hint. */
export const longestArticlePassword = 128;
export const longestPasswordHint = 100;
export const longestSlug = 80;
/** Longest name of a tag, category, series or author. */
export const longestName = 30;
/** Tags of one article, and how many the editor advises. */
export const mostTags = 20;
export const advisedTags = 3;
/** Days until the trash is emptied. */
export const trashDays = 30;

/** UTF-16 units of a chat message. */
export const longestChat = 2000;
/** Seconds within which one may withdraw one's message. */
export const withdrawSeconds = 120;
/** Messages of one page of a room. */
export const chatPageSize = 30;

/** Cookie with the nonce of a social login's handover. */
export const arrivalCookie = 'arrival';

const unseen = /[\s\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * Whether a text renders nothing visible: empty, white space, zero-width characters, combining marks without a letter.
 */
export function isBlank(text: string) {
  return text.replaceAll(unseen, '') === '';
}

/** Placeholder for a secret, which is never sent; sent back, it keeps the secret. */
export const maskedSecret = '••••••';

/** Default themes; `system` follows the device. */
export const themes = ['system', 'light', 'dark'] as const;

export type Theme = (typeof themes)[number];

/** Contacts of the owner, numbered from 1 in `showList`. */
export const contactNames = ['email', 'qq', 'github', 'gitee', 'wechat', 'qqGroup'] as const;

export type ContactName = (typeof contactNames)[number];

/** Bytes of an uploaded backup. */
export const largestBackup = 64 * 1024 ** 3;

/** Word typed to confirm a restore. */
export const restoreWord = '恢复';

/** Bytes of uploaded content. */
export const largestContent = 4 * 1024 ** 3;

/** In ascending severity. */
export const logLevels = ['debug', 'info', 'warn', 'error', 'fatal'] as const;

/** Bytes of one piece of a chunked upload, so that neither side holds the whole file. */
export const largestPiece = 4 * 1024 * 1024;

/** Articles that one reply of the archive lists at most. */
export const archiveRows = 100;

/** Adds https:// to a typed host name with an optional port and path; anything else is returned as it is. */
export function completeAddress(text: string) {
  return /^[^\s/@:.?#][^\s/@:?#]*\.[^\s/@:.?#]+(?::\d{1,5})?(?:[/?#]\S*)?$/.test(text) ? `https://${text}` : text;
}
