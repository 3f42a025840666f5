import type { AlertEvent, AlertKind } from '@mojian/contract/core/alert-kinds';
import type { CoverStyle, Pigment } from '@mojian/contract/core/pigments';
import type { RemoteKind } from '@mojian/contract/operations/remote-kinds';
import type { Seal } from '@mojian/contract/platform/rules';
import type { Generated, Kysely, Transaction } from 'kysely';

export type ArticleListKind = 'all' | 'author' | 'category' | 'tag';

type ListSums = { articles: number; pinned: number; words: number };

/** Times are integer milliseconds since 1970, flags 0 or 1, on both databases. */
export type Schema = {
  users: {
    id: Generated<number>;
    nickname: string;
    avatar: Generated<string>;
    email: string | null;
    passwordHash: string | null;
    role: 'owner' | 'admin' | 'editor' | 'moderator' | 'member' | 'demo';
    intro: Generated<string>;
    createdAt: number;
    /** Key of look-alike nicknames (identity/nickname-key.ts): unique among members. */
    nicknameKey: string | null;
    cover: Generated<string>;
    website: Generated<string>;
    place: Generated<string>;
    mailOnReply: Generated<number>;
    /** Whether what cameras noted in uploaded pictures is kept. */
    keepsCamera: Generated<number>;
    /** Whether new articles of those whom the member follows are mailed. */
    mailOnArticle: Generated<number>;
    /** Whether a member without an e-mail was already asked to add one. */
    emailProposed: Generated<number>;
    /** When a closed account is erased, 0 once it is; null while open. `keepWritings`: published texts stay. */
    closesAt: number | null;
    keepWritings: Generated<number>;
    /** Privacy in chat: whether others see read receipts, typing and online state. */
    showsRead: Generated<number>;
    showsTyping: Generated<number>;
    showsPresence: Generated<number>;
    /** 1: their collections are on their page. */
    showsCollects: Generated<number>;
    /** Disabled since, until (null for good), and why. */
    disabledAt: number | null;
    disabledUntil: number | null;
    disabledReason: Generated<string>;
    /** Muted since, until (null for good), and why. */
    mutedAt: number | null;
    mutedUntil: number | null;
    mutedReason: Generated<string>;
    /** Last use of a session, to five minutes. */
    seenAt: number | null;
    /** 1: author of imported texts or of comments, without an account; has neither a nickname key nor a way to log in. */
    isGuest: Generated<number>;
    /** Keyed hash of a guest's e-mail, by which a member with that mailbox may claim the texts. */
    mailHash: string | null;
    /** Key of a guest's name with the hash of the e-mail: one row each. */
    guestKey: string | null;
    /** Whether a member was told of texts they may claim. */
    claimProposed: Generated<number>;
    /** When this member of the staff was asked to add a passkey. */
    passkeyRemindedAt: number | null;
    /** Mailbox of a guest who proved that they read it and wants answers there; null for members. */
    guestEmail: string | null;
  };
  /** Staff notes on a member. `author`: the writer's name at the time. */
  memberNotes: {
    id: Generated<number>;
    userId: number;
    authorId: number | null;
    author: string;
    text: string;
    createdAt: number;
  };
  sessions: {
    id: Generated<number>;
    userId: number;
    tokenHash: string;
    way: string;
    device: string;
    place: string;
    createdAt: number;
    usedAt: number;
    expiresAt: number;
  };
  /** Single-use secrets that expire: handovers, states of social logins, challenges. Only the hash is stored. */
  tickets: {
    hash: string;
    kind: string;
    payload: string;
    expiresAt: number;
    /** Owner, if any: the ticket ends when their password, mailbox or role changes. */
    userId: Generated<number | null>;
  };
  /** Attempts within a window that ends at `resetsAt`. */
  limits: { name: string; hits: number; resetsAt: number };
  /** Code last sent to each mailbox. */
  mailCodes: { email: string; hash: string; triesLeft: number; sentAt: number; expiresAt: number };
  /** Undeliverable mail while no mail server is set; the owner can read it. */
  keptMails: {
    id: Generated<number>;
    recipient: string;
    subject: string;
    text: string;
    html: string;
    createdAt: number;
    /** 1: it contains a code or a link that logs in, which the back office does not show. */
    fleeting: Generated<number>;
  };
  /** Social logins of members. `subject` is the permanent id at the provider. */
  socialLinks: {
    id: Generated<number>;
    userId: number;
    provider: string;
    subject: string;
    name: string;
    createdAt: number;
  };
  /** Codes waiting for a reply to the official account. `asker`: hash of the browser that requested it. */
  wechatCodes: { code: string; asker: string; userId: number | null; expiresAt: number };
  /** Messages already received from the official account's server, which repeats unanswered ones. */
  wechatMessages: { id: string; answer: string; seenAt: number };
  passkeys: {
    id: Generated<number>;
    userId: number;
    name: string;
    credentialId: string;
    /**
     * User handle as stored by the authenticator, base64url; '' for passkeys older than the column until a login
     * reports it.
     */
    userHandle: Generated<string>;
    /** base64url of the COSE key. */
    publicKey: string;
    counter: number;
    /** JSON array. */
    transports: string;
    createdAt: number;
    usedAt: number | null;
  };
  follows: { followerId: number; followedId: number; createdAt: number };
  /** Numbers of each member who follows or is followed, maintained by triggers. */
  followCounts: { userId: number; follows: number; fans: number };
  /** `day` is YYYY-MM-DD in China. */
  signIns: { userId: number; day: string };
  dataArchives: {
    userId: number;
    state: 'waiting' | 'building' | 'ready' | 'failed';
    progress: number;
    /** The finished zip. */
    bytes: Uint8Array | null;
    /** Why it failed, in Chinese. */
    failure: Generated<string>;
    createdAt: number;
    expiresAt: number;
  };
  settings: { name: string; value: string };
  categories: {
    id: Generated<number>;
    name: string;
    intro: Generated<string>;
    position: Generated<number>;
    /** Colour of the drawn covers of its articles, and of its mark. */
    pigment: Generated<Pigment>;
    /** Covers that its articles get at publication. */
    coverStyle: Generated<CoverStyle>;
  };
  /** Drawn covers as they were chosen at publication: motif + 20 × layout, or from 1000 a character × 4 + layout. */
  articleCovers: { articleId: number; drawn: number };
  tags: { id: Generated<number>; name: string };
  articles: {
    id: Generated<number>;
    authorId: number;
    categoryId: number | null;
    title: string;
    summary: string;
    cover: Generated<string>;
    markdown: string;
    /** Whole text (compressed.ts) and public part, '' for a free article: `publicHtml` of conditions.ts. */
    html: string;
    openingHtml: string;
    headings: string;
    openingHeadings: string;
    hasDiagram: Generated<number>;
    words: number;
    keywords: Generated<string>;
    original: Generated<number>;
    sourceUrl: Generated<string>;
    readType: Generated<number>;
    state: 'draft' | 'pending' | 'scheduled' | 'published' | 'private' | 'withdrawn' | 'refused';
    pinned: Generated<number>;
    featured: Generated<number>;
    /** Position in the carousel once the owner has sorted it; new ones, at 0, come first. */
    featuredPosition: Generated<number>;
    recommended: Generated<number>;
    views: Generated<number>;
    likes: Generated<number>;
    collects: Generated<number>;
    comments: Generated<number>;
    publishedAt: number | null;
    updatedAt: number;
    createdAt: number;
    removedAt: number | null;
    /** Key of an article of the sample content; those of imports are in the ledger. */
    importKey: string | null;
    importHash: string | null;
    /** Grows with every save of the article or its draft. */
    version: Generated<number>;
    /** Drawn cover chosen by the author; null for the one derived from the title. */
    coverNumber: number | null;
    /** Focal point of the cover, in per cent. */
    focusX: Generated<number>;
    focusY: Generated<number>;
    slug: string | null;
    description: Generated<string>;
    sourceAuthor: Generated<string>;
    seriesId: number | null;
    seriesPosition: Generated<number>;
    /** When followers were notified, once. */
    announcedAt: number | null;
    /** Idempotency key of the author's browser. */
    draftKey: string | null;
    /** 1: the summary was generated from the text. */
    summaryMade: Generated<number>;
    /** Member who moved it to the trash. */
    removedBy: number | null;
    /** `closed`: old comments are shown and none are added; `hidden`: none are shown. */
    commenting: Generated<'open' | 'closed' | 'hidden'>;
    /** 0: its author wants no sentences highlighted or thought about. */
    highlighting: Generated<number>;
    /** 1: its author declares that an AI made some of it. */
    hasAiContent: Generated<number>;
    /** A page is in no list, feed or count of articles. Queries over many rows use `isPage` instead. */
    kind: Generated<'article' | 'page'>;
  };
  /** Invitation codes for registration mode `invite`; each works at most `uses` times. */
  invitations: {
    id: Generated<number>;
    code: string;
    note: Generated<string>;
    uses: number;
    used: Generated<number>;
    expiresAt: number;
    revokedAt: number | null;
    /** `creator`: the name at the time. */
    creatorId: number | null;
    creator: string;
    createdAt: number;
  };
  /** Applicants waiting for the staff or refused; not members yet. */
  applications: {
    id: Generated<number>;
    email: string | null;
    nickname: string;
    nicknameKey: string;
    passwordHash: string | null;
    avatar: Generated<string>;
    /** Social login they applied through, and their id there. */
    provider: string | null;
    subject: string | null;
    providerName: Generated<string>;
    /** Message to the owner. */
    words: Generated<string>;
    place: Generated<string>;
    state: Generated<'waiting' | 'refused'>;
    /** Reason of the refusal. */
    reason: Generated<string>;
    createdAt: number;
    decidedAt: number | null;
  };
  /** Unpublished text of an article; absent while it equals the published one. */
  drafts: {
    articleId: number;
    title: string;
    words: Generated<number>;
    savedAt: number;
    /** When it was submitted for review. */
    submittedAt: number | null;
    /** Reason of the last refusal. */
    refusal: Generated<string>;
    /** JSON: the contract's ArticleContent. */
    content: string;
    /** Name of the key by which a program last wrote it, or ''. */
    keyName: Generated<string>;
  };
  /** Earlier versions of drafts. */
  revisions: {
    id: Generated<number>;
    articleId: number;
    userId: number;
    reason: 'time' | 'submitted' | 'published' | 'replaced' | 'superseded' | 'restored';
    title: string;
    words: Generated<number>;
    createdAt: number;
    content: string;
    /** 1 where the text was for its author alone. */
    isPrivate: Generated<number>;
    /** Name of the key by which a program wrote it; '' for a person. */
    keyName: Generated<string>;
  };
  /** Links that open a draft. */
  shares: {
    id: Generated<number>;
    articleId: number;
    token: string;
    views: Generated<number>;
    createdAt: number;
    expiresAt: number;
  };
  series: {
    id: Generated<number>;
    authorId: number;
    name: string;
    intro: Generated<string>;
    createdAt: number;
    updatedAt: number;
    /** Number of listed articles and when the newest was published, 0 without one; maintained by triggers. */
    articles: Generated<number>;
    newestAt: Generated<number>;
  };
  articleTags: { articleId: number; tagId: number };
  /** First photograph of an article's public text, '' without one; `width` is null until it was looked for. */
  articlePhotographs: { articleId: number; url: Generated<string>; width: number | null };
  /** Published texts that are albums. `veil`: 1 to 3, how dark the words' ground on the cover is; null until measured. */
  albums: { articleId: number; place: Generated<string>; time: Generated<string>; veil: number | null };
  /** Articles that a password opens, by its hash, and the hint readers see. Their `readType` is stored as 3. */
  articlePasswords: { articleId: number; hash: string; hint: Generated<string> };
  /**
   * Listed articles by the lists they stand in, maintained by triggers. `targetId`: of the author,
   * category or tag; 0 for `all`. An author's list has no pins.
   */
  articleListings: {
    articleId: number;
    kind: ArticleListKind;
    targetId: number;
    pinned: number;
    publishedAt: number;
    views: number;
    words: number;
    /** Category of a tag's listing, 0 without one; set by a trigger. */
    categoryId: Generated<number>;
  };
  /** Totals of each non-empty list: overall and by month, as 202611; for `all` also by day number. */
  articleLists: { kind: ArticleListKind; targetId: number; newestAt: Generated<number> } & ListSums;
  articleListMonths: { kind: ArticleListKind; targetId: number; month: number } & ListSums;
  articleListDays: { day: number } & ListSums;
  /** Numbers of all articles by what the back office filters by, maintained by triggers. */
  articleStates: {
    authorId: number;
    kind: 'article' | 'page';
    removed: number;
    state: 'draft' | 'pending' | 'scheduled' | 'published' | 'private' | 'withdrawn' | 'refused';
    /** 0 without one. */
    categoryId: number;
    readType: number;
    articles: number;
  };
  /** Redirects, answered with 301. `path`: key of an address as made by slugs/moved.ts. */
  movedPaths: {
    id: Generated<number>;
    path: string;
    /** Encoded path of this site, or an http address that the manager chose. */
    target: string;
    hits: Generated<number>;
    lastHitAt: number | null;
    /** 0 when unknown. */
    createdAt: Generated<number>;
    source: Generated<'renamed' | 'import' | 'manual'>;
    /** Removed in the back office, to be restored within a day. */
    removedAt: number | null;
  };
  /** Addresses not found lately, at most 1,000. `isHidden`: dismissed by the manager. */
  missedPaths: {
    id: Generated<number>;
    path: string;
    hits: number;
    firstAt: number;
    lastAt: number;
    isHidden: Generated<number>;
  };
  says: {
    id: Generated<number>;
    authorId: number;
    text: string;
    html: Generated<string>;
    /** JSON: up to nine times url, width and height. */
    pictures: Generated<string>;
    place: Generated<string>;
    weather: Generated<string>;
    isPublic: Generated<number>;
    /** 1: its author declares that an AI made some of it. */
    hasAiContent: Generated<number>;
    likes: Generated<number>;
    laughs: Generated<number>;
    recalls: Generated<number>;
    hugs: Generated<number>;
    comments: Generated<number>;
    createdAt: number;
    /** Held ones are visible to their author and the staff only. Private ones are never judged. */
    state: Generated<'shown' | 'held'>;
    /** JSON: reasons for holding it. */
    reasons: Generated<string>;
    /** Idempotency key of the author's browser. */
    sendKey: string | null;
  };
  /** Packs of stickers. One whose stickers are all removed is not shown. */
  stickerPacks: { id: Generated<number>; name: string };
  /** Stickers, named in texts as `:pack_name:`. */
  stickers: {
    id: Generated<number>;
    packId: number;
    name: string;
    keywords: Generated<string>;
    /** Addresses of its pictures, '' once removed; `night`: '' where one picture does for both. */
    picture: string;
    night: Generated<string>;
    removedAt: number | null;
  };
  sayTopics: { sayId: number; topic: string; position: number };
  /** Comments that guests wrote here. `browser`: hash of its secret; `network`: range of the address, '' after thirty days. */
  guestComments: {
    commentId: number;
    browser: string;
    network: Generated<string>;
    createdAt: number;
  };
  /** Guests whose comments are refused. `value`: key of a name, hash of a mailbox, or a network as `203.0.113.0/24`. */
  guestRefusals: {
    id: Generated<number>;
    kind: 'name' | 'mailbox' | 'network';
    value: string;
    /** Words of the list; of a mailbox the name that was used with it. */
    label: string;
    createdAt: number;
  };
  boardMessages: {
    id: Generated<number>;
    /** Null for a visitor. A member's name is stored as well. */
    authorId: number | null;
    nickname: string;
    place: Generated<string>;
    text: string;
    createdAt: number;
    state: Generated<'shown' | 'held'>;
    reasons: Generated<string>;
  };
  /** Public says and their pictures by month in China, as 202611, maintained by triggers. */
  sayMonths: { month: number; says: number; pictures: number };
  /** Publicly visible rows per table, maintained by triggers. */
  counts: { name: string; count: number };
  comments: {
    id: Generated<number>;
    /** Set for comments on an article; `sayId` for those on a say. */
    articleId: number | null;
    sayId: number | null;
    /** Its top-level comment, and the comment it answers. */
    parentId: number | null;
    replyToId: number | null;
    authorId: number;
    text: string;
    html: Generated<string>;
    /** JSON like that of a say. */
    pictures: Generated<string>;
    place: Generated<string>;
    device: Generated<string>;
    likes: Generated<number>;
    /** Number of visible replies. */
    replies: Generated<number>;
    /** 1: first in the list, whatever the order. */
    pinned: Generated<number>;
    state: Generated<'shown' | 'held'>;
    /** JSON: reasons for holding it. */
    reasons: Generated<string>;
    /** Idempotency key of the sender's browser. */
    sendKey: string | null;
    createdAt: number;
    removedAt: number | null;
    /** 1: removed by staff, who can restore it. */
    removedByStaff: Generated<number>;
    editedAt: Generated<number | null>;
    /** Sentence of the article that it is about. */
    passageId: Generated<number | null>;
  };
  /** Passages of articles that somebody highlighted or wrote about, found again in edited texts by their words. */
  passages: {
    id: Generated<number>;
    articleId: number;
    words: string;
    /** Letters beside it, and its place in letters, when it was first chosen. */
    wordsBefore: string;
    wordsAfter: string;
    position: number;
    /** Members who highlight it, counted by triggers. */
    highlights: Generated<number>;
    createdAt: number;
  };
  highlights: { userId: number; articleId: number; passageId: number; createdAt: number };
  /** Each seal once a person; all but says have only the first, which is the like. */
  likes: {
    kind: 'article' | 'say' | 'comment';
    targetId: number;
    userId: number;
    createdAt: number;
    seal: Generated<Seal>;
  };
  collects: { articleId: number; userId: number; createdAt: number };
  /** Articles unlocked by a code. `reader`: `user:ID`, or hash of a visitor's key. */
  unlocks: { articleId: number; reader: string; createdAt: number };
  notices: {
    id: Generated<number>;
    userId: number;
    /** A number of the contract's `noticeKinds`. */
    kind: number;
    /** Event and object, as `like article:12`: unread notices of one subject are merged. */
    subject: string;
    /** Number of actors, the rows of `noticeActors`. */
    count: Generated<number>;
    text: Generated<string>;
    title: Generated<string>;
    link: Generated<string>;
    /** Reason code of a comment notice, see the contract. */
    reason: Generated<string>;
    readAt: number | null;
    createdAt: number;
  };
  /** Actors of a notice, each once; `createdAt` is their last action. */
  noticeActors: { noticeId: number; actorId: number; createdAt: number };
  /** Threads with e-mail notification: `article:12` or `say:7`. `waitingSince`: a mail is scheduled. */
  mailThreads: { userId: number; thread: string; waitingSince: number | null; sentAt: Generated<number> };
  /** Notices for the next reply mail. */
  mailNotices: { noticeId: number; userId: number; thread: string };
  reports: {
    id: Generated<number>;
    kind: 'comment' | 'say' | 'board' | 'chat';
    /** The target of its kind, null once that is deleted. */
    commentId: number | null;
    sayId: number | null;
    messageId: number | null;
    chatMessageId: number | null;
    reporterId: number;
    reason: string;
    createdAt: number;
    settledAt: number | null;
    /** Chat message: JSON of the lines the reporter handed over. Comment and say: the text before its author changed it. */
    excerpt: Generated<string>;
  };
  /** The group is one; a private room has the pair `3-12`, smaller number first. */
  rooms: {
    id: Generated<number>;
    kind: 'group' | 'private';
    pair: string | null;
    /** Member whose chat request is pending; null once accepted. */
    askedBy: number | null;
    /** Newest message. */
    lastId: Generated<number>;
    createdAt: number;
  };
  /** Member's state in a room; for the group, from the first reading on. */
  roomMembers: {
    roomId: number;
    userId: number;
    readId: Generated<number>;
    /** History up to this message was deleted by the member for themselves. */
    clearedId: Generated<number>;
    /** Whether the room is in the member's list. */
    listed: Generated<number>;
    muted: Generated<number>;
  };
  chatMessages: {
    id: Generated<number>;
    /** Place in the one order of all chat messages, by which a client resumes; each change of a message takes a new one. */
    seq: number;
    roomId: number;
    senderId: number;
    /** As written; '' once removed. */
    text: Generated<string>;
    /** JSON: url, width, height and thumbhash; '' without one. */
    picture: Generated<string>;
    quoteId: number | null;
    place: Generated<string>;
    state: Generated<'shown' | 'held' | 'withdrawn' | 'removed'>;
    /** JSON: reasons for holding it; of a withdrawn or removed one, that it was never published. */
    reasons: Generated<string>;
    /** Idempotency key of the sender's browser. */
    sendKey: string;
    createdAt: number;
  };
  /** Single row: last sequence number of chat messages and changes. */
  chatSequence: { seq: number };
  /** Messages a member deleted for themselves. */
  chatHidden: { messageId: number; userId: number };
  /** Members mentioned in group messages. */
  chatCalls: { messageId: number; userId: number };
  blocks: { userId: number; blockedId: number; createdAt: number };
  /**
   * Writings hidden together with their author, until they are put back or, at `purgeAt`, deleted. `was`: JSON of what
   * putting back needs.
   */
  takenDown: {
    id: Generated<number>;
    userId: number;
    kind: 'article' | 'comment' | 'say' | 'board' | 'chat';
    rowId: number;
    /** JSON: state before, as putting back needs it; its form depends on the kind. */
    was: string;
    takenAt: number;
    /** Time at which the writing is deleted; null: it waits to be put back. */
    purgeAt: number | null;
  };
  feedback: {
    id: Generated<number>;
    userId: number;
    type: number;
    title: string;
    content: string;
    createdAt: number;
    answer: Generated<string>;
    settledAt: number | null;
    /** Grows with every answer. */
    version: Generated<number>;
  };
  links: {
    id: Generated<number>;
    groupName: string;
    name: string;
    url: string;
    intro: Generated<string>;
    avatar: Generated<string>;
    reachable: Generated<number>;
    createdAt: number;
    state: Generated<'approved' | 'pending' | 'refused'>;
    email: Generated<string>;
    /** Reason of the refusal. */
    reason: Generated<string>;
    checkedAt: number | null;
    /** Consecutive failed checks. */
    failures: Generated<number>;
    position: Generated<number>;
    /** Grows with every edit. */
    version: Generated<number>;
    /** Address of the feed by the owner; '': it is looked for. */
    feedUrl: Generated<string>;
    /** Whether new articles are read from its feed. */
    readsFeed: Generated<number>;
  };
  /** Mails about new articles: one a member and article, and their number in the last hour. */
  followerMails: { articleId: number; userId: number; queuedAt: number };
  /** Feed of each friend, and how reading it went. `soughtFor`: addresses by which it was found. */
  neighbourFeeds: {
    linkId: number;
    soughtFor: string;
    /** '' until one is found. */
    url: Generated<string>;
    etag: Generated<string>;
    /** Last-Modified of the reply, as it was sent. */
    modified: Generated<string>;
    dueAt: number;
    /** Last success. */
    readAt: number | null;
    /** Consecutive failures, and the last reason in Chinese. */
    failures: Generated<number>;
    failure: Generated<string>;
  };
  /** Newest articles of friends. `publishedAt`: 0 for one without a date in a feed read for the first time. */
  neighbourArticles: { id: Generated<number>; linkId: number; url: string; title: string; publishedAt: number };
  navigationGroups: { id: Generated<number>; name: string; position: Generated<number>; version: Generated<number> };
  navigationSites: {
    id: Generated<number>;
    groupId: number;
    name: string;
    url: string;
    intro: Generated<string>;
    logo: Generated<string>;
    clicks: Generated<number>;
    position: Generated<number>;
    version: Generated<number>;
  };
  files: {
    key: string;
    type: string;
    /** Name of the download; '' for a picture. */
    name: Generated<string>;
    /** Size in pixels, of another file that of its poster; 0 without one. */
    width: number;
    height: number;
    /** Total of the picture and its smaller copies; of another file without its poster. */
    bytes: number;
    createdAt: number;
    /** JSON: smaller copies, or the poster of another file, each with width, key and bytes. */
    sizes: Generated<string>;
    thumbhash: Generated<string>;
    /** Pages of a PDF; 0 while unknown, like `seconds`, the length of a recording or film. */
    pages: Generated<number>;
    seconds: Generated<number>;
    /** Loudness of a recording from beginning to end, a base-36 digit each; '' while it is unknown. */
    wave: Generated<string>;
  };
  /** Pictures by row that may be public; `rowId` is 0 for settings. */
  fileUses: { key: string; place: string; rowId: number };
  /** Rows whose pictures have to be read again, written by triggers. */
  fileUsesDue: { place: string; rowId: number; changes: Generated<number> };
  /** Signing secrets, created on first use. */
  secrets: { name: string; value: string };
  /** Uploaders of a picture, whose quota it counts towards. */
  /** `camera`: what the camera noted, as one line; '' where it is not kept. */
  /** `name`: what the uploader called the file. */
  fileOwners: {
    key: string;
    userId: number;
    createdAt: number;
    camera: Generated<string>;
    name: Generated<string>;
  };
  /** Last good reply of each hot-search source. `items` is JSON in the contract's form. */
  hotCopies: { source: string; items: string; fetchedAt: number };
  /** Writings whose entry in the index for search is to be made anew, noted by triggers. */
  writingsDue: { kind: 'article' | 'series' | 'say' | 'comment'; id: number };
  /** Searches of the page of results: stored for 90 days, a thousand at most. */
  searches: { text: string; found: Generated<number>; missed: Generated<number>; lastAt: number };
  visitDays: { day: string; views: Generated<number>; visitors: Generated<number>; reads: Generated<number> };
  /** Reads per article and day, kept for three months. */
  articleDays: { day: string; articleId: number; reads: number };
  /** As `articleDays`, kept for good. `month` is YYYY-MM. */
  articleMonths: { month: string; articleId: number; reads: number };
  /** Referrers of views. `host` is '' for `direct` and beyond the number of hosts stored per day. */
  sourceDays: { day: string; kind: 'search' | 'social' | 'direct' | 'site'; host: string; views: number };
  visitSalts: { day: string; salt: string };
  visitMarks: { day: string; visitor: string };
  readMarks: { articleId: number; visitor: string; readAt: number };
  /** Audit log. `actor`: the name at the time. `before` and `after`: JSON without secrets. */
  auditLog: {
    id: Generated<number>;
    actorId: number | null;
    actor: string;
    /** Noun and verb, as `comments.remove`. */
    act: string;
    /** As `comment:12`. */
    subject: Generated<string>;
    before: Generated<string>;
    after: Generated<string>;
    createdAt: number;
  };
  /** System notices. `actor`: the name at the time. */
  broadcasts: {
    id: Generated<number>;
    actorId: number | null;
    actor: string;
    /** Single recipient; else members of `role`, or all for ''. */
    userId: number | null;
    role: Generated<Schema['users']['role'] | ''>;
    title: string;
    text: string;
    link: Generated<string>;
    state: 'waiting' | 'sending' | 'sent' | 'undone';
    /** Members notified so far. */
    told: Generated<number>;
    /** End of the time in which it can be undone. */
    dueAt: number;
    createdAt: number;
  };
  /** Channels of alerts. `url` and `secret` let anybody send there; `events`: JSON of their names. */
  /** Writings that members sent to the official account, for a day. */
  wechatWritings: {
    id: Generated<number>;
    messageId: string;
    userId: number;
    kind: 'say' | 'picture' | 'draft' | 'undo';
    text: string;
    pictureUrl: Generated<string>;
    /** Say or article that it became; null before, and after it was taken back. */
    targetId: number | null;
    /** Version of the draft before the text was appended. */
    draftVersion: number | null;
    answer: Generated<string>;
    createdAt: number;
  };
  accessKeys: {
    id: Generated<number>;
    userId: number;
    name: string;
    keyHash: string;
    /** First characters, to recognize it. */
    start: string;
    /** JSON: the contract's KeyScope[]. */
    scopes: string;
    /** Way of the login that made it. */
    way: string;
    createdAt: number;
    expiresAt: number | null;
    usedAt: number | null;
    /** Province or country of the last use; 1 if it was the first from there. */
    place: Generated<string>;
    isNewPlace: Generated<number>;
    /** JSON: all places it was used from. */
    places: Generated<string>;
    revokedAt: number | null;
  };
  alertChannels: {
    id: Generated<number>;
    kind: AlertKind;
    name: Generated<string>;
    url: string;
    secret: Generated<string>;
    events: string;
    allowPrivate: Generated<number>;
    isOn: Generated<number>;
    lastSentAt: number | null;
    /** Why the last alert did not arrive, in Chinese; '' when it did. */
    failure: Generated<string>;
    failingSince: number | null;
    createdAt: number;
  };
  /** Events that wait to be put into an alert of a channel. */
  alertItems: {
    id: Generated<number>;
    channelId: number;
    event: AlertEvent;
    title: string;
    text: string;
    /** Path of the page that deals with it. */
    link: string;
    createdAt: number;
  };
  /** Alerts of the last thirty days. `items`: JSON of their events, as the webhook names them. */
  alertDeliveries: {
    id: Generated<number>;
    channelId: number;
    title: string;
    text: string;
    items: string;
    link: string;
    state: 'waiting' | 'sent' | 'failed';
    attempts: Generated<number>;
    failure: Generated<string>;
    /** Milliseconds of the last attempt. */
    took: number | null;
    createdAt: number;
    sentAt: number | null;
  };
  /** Failed job runs: duration in milliseconds and error text. */
  jobFailures: { id: Generated<number>; name: string; startedAt: number; took: number; failure: string };
  outbox: {
    id: Generated<number>;
    kind: string;
    payload: string;
    attempts: Generated<number>;
    dueAt: number;
    failure: string | null;
  };
  /** Places elsewhere to which backups are uploaded. `url`, `username` and `secret` let anybody in. */
  backupRemotes: {
    id: Generated<number>;
    kind: RemoteKind;
    name: string;
    url: string;
    username: Generated<string>;
    secret: Generated<string>;
    /** Encrypts what is uploaded; '' for none. */
    passphrase: Generated<string>;
    keep: Generated<number>;
    allowPrivate: Generated<number>;
    isOn: Generated<number>;
    lastUploadedAt: number | null;
    /** Why the last upload came to nothing, in Chinese; '' when it was proven. */
    failure: Generated<string>;
    failingSince: number | null;
    /** Whether the owner has been told of this failure. */
    isAlerted: Generated<number>;
    createdAt: number;
  };
  /** Backups uploaded to a place, and proven there; without `uploadedAt` they wait until `dueAt`. */
  remoteBackups: {
    id: Generated<number>;
    remoteId: number;
    /** Name in DATA_DIR/backups. */
    backup: string;
    /** Name there; '' before the first attempt. */
    name: Generated<string>;
    bytes: Generated<number>;
    pieces: Generated<number>;
    attempts: Generated<number>;
    dueAt: number;
    createdAt: number;
    uploadedAt: number | null;
  };
  /** Backup attempts; the files are in DATA_DIR/backups. */
  backups: {
    id: Generated<number>;
    /** File name; '' for a failed backup. */
    name: string;
    /** `restore`: made before a restore. `uploaded`: sent by the owner. `fetched`: from elsewhere. */
    reason: 'manual' | 'scheduled' | 'restore' | 'uploaded' | 'fetched';
    createdAt: number;
    bytes: Generated<number>;
    rows: Generated<number>;
    files: Generated<number>;
    /** Pictures in the database but not in storage. */
    missing: Generated<number>;
    /** Reason of a failed backup, in Chinese. */
    failure: Generated<string>;
    /** Time of the successful trial restore. */
    provenAt: number | null;
    /** Reason of a failed trial restore, in Chinese. */
    doubt: Generated<string>;
  };
  /** Imports of other systems' files. `upload`: id of the uploaded file; `options` and `counts`: JSON. */
  importRuns: {
    id: Generated<number>;
    /** The source's system and site, under which keys are unique. */
    origin: string;
    reader: string;
    fileName: string;
    upload: string;
    userId: number;
    options: string;
    state: 'running' | 'paused' | 'done' | 'failed' | 'undoing' | 'undone';
    counts: Generated<string>;
    done: Generated<number>;
    total: Generated<number>;
    failure: Generated<string>;
    startedAt: number;
    finishedAt: number | null;
  };
  /** Ledger: which row an item of a source became, so that a second run changes nothing and a run can be undone. */
  importedRows: {
    origin: string;
    kind: string;
    key: string;
    rowId: number;
    /** Hash of the item as it was read. */
    hash: string;
    /** State of the row after the import, by which later edits are seen. */
    mark: Generated<string>;
    /** The run that added it. */
    runId: number;
    title: Generated<string>;
    /** The last run that changed it after that. */
    updatedRunId: Generated<number | null>;
    /** Fingerprint of its source, or ''. */
    source: Generated<string>;
  };
  /** Things of a file that did not come over. */
  importLosses: { id: Generated<number>; runId: number; thing: string; place: string; reason: string };
  /** Comments whose article is not here yet. `item`: JSON of the source's comment. */
  waitingComments: {
    id: Generated<number>;
    origin: string;
    key: string;
    address: string;
    title: string;
    item: string;
    runId: number;
  };
  /** Pictures of other hosts in imported articles, fetched one by one. */
  remotePictures: {
    id: Generated<number>;
    articleId: number;
    url: string;
    host: string;
    runId: number;
    /** `fetched`: stored under `file`, but still a link in the text. */
    state: Generated<'waiting' | 'fetched' | 'done' | 'dead'>;
    attempts: Generated<number>;
    dueAt: Generated<number>;
    failure: Generated<string>;
    /** Address of the stored picture, or ''. */
    file: Generated<string>;
    /** 1: the article's cover, too. */
    isCover: Generated<number>;
  };
  /** Up to six related articles of each, chosen in the background (content/articles/related.ts). */
  relatedArticles: { articleId: number; relatedId: number; score: number };
  /** Articles to choose for, noted by triggers. */
  relatedDue: { articleId: number; changes: Generated<number> };
  /** Parts of the sitemap, by id, with the number of their changes, noted by triggers. */
  sitemapParts: { part: number; changes: Generated<number> };
  /** Rows of the sample content with a fingerprint, so that one command can remove them. */
  /** The site's address when ids of feed entries were first made, and what new ones begin with. One row. */
  feedOrigin: { id: number; url: string; name: string };
  /** Addresses under which articles were in feeds before their ids were kept. */
  feedPaths: { articleId: number; path: string };
  sampleRows: { kind: string; rowId: number; fingerprint: string };
};

/** Reads and single writes take a Db; a function that takes a Trx needs a transaction. */
export type Db = Kysely<Schema>;
export type Trx = Transaction<Schema>;
