import type { Generated, Kysely, Transaction } from 'kysely';

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
    /** What the nickname looks like, see accounts/nickname-key.ts: no two members may look the same. */
    nicknameKey: string | null;
    cover: Generated<string>;
    website: Generated<string>;
    place: Generated<string>;
    mailOnReply: Generated<number>;
    /** Whether a member without an e-mail was already asked to add one. */
    emailProposed: Generated<number>;
    /** When the account goes for good, 0 once it is gone; null unless its member closed it. `keepWritings`: their texts stay. */
    closesAt: number | null;
    keepWritings: Generated<number>;
    /** Whether others are shown, in chat, that this member has read, is typing, is there. */
    showsRead: Generated<number>;
    showsTyping: Generated<number>;
    showsPresence: Generated<number>;
    /** Since when they may not log in, until when (null for good), and why. */
    disabledAt: number | null;
    disabledUntil: number | null;
    disabledReason: Generated<string>;
    /** Since when they may say nothing, until when (null for good), and why. */
    mutedAt: number | null;
    mutedUntil: number | null;
    mutedReason: Generated<string>;
    /** Last use of a session of theirs, to five minutes. */
    seenAt: number | null;
  };
  /** What the staff notes of a member. `author`: their name then, should they go. */
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
  /** Single-use secrets with an end: handovers, states of social logins, challenges. Only the hash is kept. */
  tickets: {
    hash: string;
    kind: string;
    payload: string;
    expiresAt: number;
    /** Whose it is, where it is somebody's: it ends when their password, mailbox or role changes. */
    userId: Generated<number | null>;
  };
  /** How often something was tried in a stretch of time that ends at `resetsAt`. */
  limits: { name: string; hits: number; resetsAt: number };
  /** The one code sent last to a mailbox. */
  mailCodes: { email: string; hash: string; triesLeft: number; sentAt: number; expiresAt: number };
  /** Mail that no server took, because none is set: the owner reads it. */
  keptMails: {
    id: Generated<number>;
    recipient: string;
    subject: string;
    text: string;
    html: string;
    createdAt: number;
  };
  /** A member's ways in through other sites. `subject` is who they are there. */
  socialLinks: {
    id: Generated<number>;
    userId: number;
    provider: string;
    subject: string;
    name: string;
    createdAt: number;
  };
  /** Codes waiting for a reply to the official account. `asker` is a hash of who asked for it. */
  wechatCodes: { code: string; asker: string; userId: number | null; expiresAt: number };
  /** Messages the official account's server already saw: WeChat sends again what it thinks unanswered. */
  wechatMessages: { id: string; answer: string; seenAt: number };
  passkeys: {
    id: Generated<number>;
    userId: number;
    name: string;
    credentialId: string;
    /** Whose it is as the authenticator was told, in base64url: '' until a login tells, for one older than the column. */
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
  /** `day` is YYYY-MM-DD in China. */
  signIns: { userId: number; day: string };
  dataArchives: {
    userId: number;
    state: 'waiting' | 'building' | 'ready' | 'failed';
    progress: number;
    /** The zip, once it is ready. */
    bytes: Uint8Array | null;
    /** Why it failed, in Chinese. */
    failure: Generated<string>;
    createdAt: number;
    expiresAt: number;
  };
  settings: { name: string; value: string };
  categories: { id: Generated<number>; name: string; intro: Generated<string>; position: Generated<number> };
  tags: { id: Generated<number>; name: string };
  articles: {
    id: Generated<number>;
    authorId: number;
    categoryId: number | null;
    title: string;
    summary: string;
    cover: Generated<string>;
    markdown: string;
    /** The whole text, and the part anyone may read. The same string when the article is free. */
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
    /** Its place in the carousel once the owner has put that in order; those new in it, at 0, stand before. */
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
    /** Where an imported article came from, and a hash of what it was then: a second run changes nothing. */
    importKey: string | null;
    importHash: string | null;
    /** Grows with every save, of the article or of its draft. */
    version: Generated<number>;
    /** Which drawn cover its author chose; null for the title's own. */
    coverNumber: number | null;
    /** What of the cover stays in sight, in per cent. */
    focusX: Generated<number>;
    focusY: Generated<number>;
    slug: string | null;
    description: Generated<string>;
    sourceAuthor: Generated<string>;
    seriesId: number | null;
    seriesPosition: Generated<number>;
    /** When the author's followers were told: they are told once. */
    announcedAt: number | null;
    /** What its author's browser called it: sent twice, it is made once. */
    draftKey: string | null;
    /** Whether its summary was made from its text, not written. */
    summaryMade: Generated<number>;
    /** Who put it into the trash. */
    removedBy: number | null;
    /** `closed`: old comments are shown and none are added; `hidden`: none are shown. */
    commenting: Generated<'open' | 'closed' | 'hidden'>;
  };
  /** What lets its bearer register while members are taken by invitation only: `uses` times at most. */
  invitations: {
    id: Generated<number>;
    code: string;
    note: Generated<string>;
    uses: number;
    used: Generated<number>;
    expiresAt: number;
    revokedAt: number | null;
    /** `creator`: their name then, should they go. */
    creatorId: number | null;
    creator: string;
    createdAt: number;
  };
  /** Who asked to become a member and waits for the staff, or was refused. No member yet: nothing else knows of them. */
  applications: {
    id: Generated<number>;
    email: string | null;
    nickname: string;
    nicknameKey: string;
    passwordHash: string | null;
    avatar: Generated<string>;
    /** Where they came from by another site's login, and who they are there. */
    provider: string | null;
    subject: string | null;
    providerName: Generated<string>;
    /** What they say to the owner. */
    words: Generated<string>;
    place: Generated<string>;
    state: Generated<'waiting' | 'refused'>;
    /** Why they were refused. */
    reason: Generated<string>;
    createdAt: number;
    decidedAt: number | null;
  };
  /** What an author wrote and nobody else reads yet. There is none while it would say what the article says. */
  drafts: {
    articleId: number;
    title: string;
    words: Generated<number>;
    savedAt: number;
    /** Since when it waits for review. */
    submittedAt: number | null;
    /** Why it was refused last. */
    refusal: Generated<string>;
    /** JSON: the contract's ArticleContent. */
    content: string;
  };
  /** What a draft was before. */
  revisions: {
    id: Generated<number>;
    articleId: number;
    userId: number;
    reason: 'time' | 'submitted' | 'published' | 'replaced' | 'superseded' | 'restored';
    title: string;
    words: Generated<number>;
    createdAt: number;
    content: string;
  };
  /** Links to read a draft by. */
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
  };
  articleTags: { articleId: number; tagId: number };
  /** Addresses that moved: answered with 301. */
  movedPaths: { path: string; target: string };
  says: {
    id: Generated<number>;
    authorId: number;
    text: string;
    html: Generated<string>;
    /** JSON: up to nine times url, width and height. */
    pictures: Generated<string>;
    place: Generated<string>;
    isPublic: Generated<number>;
    likes: Generated<number>;
    comments: Generated<number>;
    createdAt: number;
    /** A held one is seen by its author and the staff only. What is not public was never judged. */
    state: Generated<'shown' | 'held'>;
    /** JSON: why it is held. */
    reasons: Generated<string>;
    /** What its author sent with this key before is not written twice. */
    sendKey: string | null;
  };
  sayTopics: { sayId: number; topic: string; position: number };
  boardMessages: {
    id: Generated<number>;
    /** Null for a visitor. A member's name is kept as well, should the member go. */
    authorId: number | null;
    nickname: string;
    place: Generated<string>;
    text: string;
    createdAt: number;
    state: Generated<'shown' | 'held'>;
    reasons: Generated<string>;
  };
  /** How many rows all may see: kept by the database itself, see count-rows.ts. `name` is the table's. */
  counts: { name: string; count: number };
  comments: {
    id: Generated<number>;
    /** It stands on an article or on a say. */
    articleId: number | null;
    sayId: number | null;
    /** The comment at the top level it stands under, and the one it answers. */
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
    /** Shown ones under it. */
    replies: Generated<number>;
    state: Generated<'shown' | 'held'>;
    /** JSON: why it is held. */
    reasons: Generated<string>;
    /** What the sender's browser called it: sent twice, it is kept once. */
    sendKey: string | null;
    createdAt: number;
    removedAt: number | null;
    /** 1: the staff removed what another wrote, and may bring it back. What its author took away stays away. */
    removedByStaff: Generated<number>;
    editedAt: Generated<number | null>;
  };
  likes: { kind: 'article' | 'say' | 'comment'; targetId: number; userId: number; createdAt: number };
  collects: { articleId: number; userId: number; createdAt: number };
  /** Articles opened by a code. `reader` is `user:ID`, or the hash of a visitor's key. */
  unlocks: { articleId: number; reader: string; createdAt: number };
  notices: {
    id: Generated<number>;
    userId: number;
    /** A number of the contract's noticeKinds. */
    kind: number;
    /** What happened to what: unread notices of one subject are one. */
    subject: string;
    /** How many did it: the rows of noticeActors. */
    count: Generated<number>;
    text: Generated<string>;
    title: Generated<string>;
    link: Generated<string>;
    /** Of a comment's notice: why this member is told, see the contract. */
    reason: Generated<string>;
    readAt: number | null;
    createdAt: number;
  };
  /** Who did what a notice tells of, each once; `createdAt` is the last time. */
  noticeActors: { noticeId: number; actorId: number; createdAt: number };
  /** What a member gets letters about: `thread` is `article:12` or `say:7`. `waitingSince`: a letter is under way. */
  mailThreads: { userId: number; thread: string; waitingSince: number | null; sentAt: Generated<number> };
  /** Notices the next letter tells of. */
  mailNotices: { noticeId: number; userId: number; thread: string };
  reports: {
    id: Generated<number>;
    /** One of the four is what is reported. */
    commentId: number | null;
    sayId: number | null;
    messageId: number | null;
    chatMessageId: number | null;
    reporterId: number;
    reason: string;
    createdAt: number;
    settledAt: number | null;
    /** Of a chat message: JSON, what the reporter handed over of the room. Of a comment: its words before an edit. */
    excerpt: Generated<string>;
  };
  /** The group is one; a private room belongs to a pair, `3-12` with the smaller number first. */
  rooms: {
    id: Generated<number>;
    kind: 'group' | 'private';
    pair: string | null;
    /** Who asked to talk and waits for the other one; null once they may. */
    askedBy: number | null;
    /** The newest message. */
    lastId: Generated<number>;
    createdAt: number;
  };
  /** What a room is to a member. In the group a member has one from their first reading on. */
  roomMembers: {
    roomId: number;
    userId: number;
    readId: Generated<number>;
    /** Up to here the member deleted it for themselves. */
    clearedId: Generated<number>;
    /** Whether it stands in their list. */
    listed: Generated<number>;
    muted: Generated<number>;
  };
  chatMessages: {
    id: Generated<number>;
    /** See chat/sequence.ts. */
    seq: number;
    roomId: number;
    senderId: number;
    /** As written; '' once it is gone. */
    text: Generated<string>;
    /** JSON: url, width, height and thumbhash; '' without one. */
    picture: Generated<string>;
    quoteId: number | null;
    place: Generated<string>;
    state: Generated<'shown' | 'held' | 'withdrawn' | 'removed'>;
    /** JSON: why it is held. */
    reasons: Generated<string>;
    /** What its sender's browser called it: sent twice, it is kept once. */
    sendKey: string;
    createdAt: number;
  };
  /** One row: the last number given to a chat message or to a change of one. */
  chatSequence: { seq: number };
  /** Deleted by a member for themselves. */
  chatHidden: { messageId: number; userId: number };
  /** Whom a message of the group calls by name. */
  chatCalls: { messageId: number; userId: number };
  blocks: { userId: number; blockedId: number; createdAt: number };
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
    /** Why it was refused. */
    reason: Generated<string>;
    checkedAt: number | null;
    /** Checks in a row that did not reach it. */
    failures: Generated<number>;
    position: Generated<number>;
    /** Grows with every edit. */
    version: Generated<number>;
  };
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
    width: number;
    height: number;
    /** Of the picture and its smaller copies together. */
    bytes: number;
    createdAt: number;
    /** JSON: smaller copies, each with width, key and bytes. */
    sizes: Generated<string>;
    thumbhash: Generated<string>;
  };
  /** Which picture stands in which row that may be for everybody to see; `rowId` is 0 for settings. */
  fileUses: { key: string; place: string; rowId: number };
  /** Rows whose pictures changed and were not read since. Written by triggers. */
  fileUsesDue: { place: string; rowId: number; changes: Generated<number> };
  /** What the server signs with, made when first needed. */
  secrets: { name: string; value: string };
  /** Who uploaded a picture: it counts into their quota. Two members may have uploaded the same one. */
  fileOwners: { key: string; userId: number; createdAt: number };
  /** The last good answer of each source of hot search. `items` is JSON in the contract's form. */
  hotCopies: { source: string; items: string; fetchedAt: number };
  visitDays: { day: string; views: Generated<number>; visitors: Generated<number>; reads: Generated<number> };
  /** Reads of an article, day by day, for a month. */
  articleDays: { day: string; articleId: number; reads: number };
  /** Where views came from. `host` is '' for `direct`, and for what came beyond as many hosts as a day keeps. */
  sourceDays: { day: string; kind: 'search' | 'social' | 'direct' | 'site'; host: string; views: number };
  visitSalts: { day: string; salt: string };
  visitMarks: { day: string; visitor: string };
  readMarks: { articleId: number; visitor: string; readAt: number };
  /** What was done in the back office. `actor`: their name then, should they go. Before and after are JSON, without secrets. */
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
  /** System notices of the staff to all, or to one member. `actor`: their name then, should they go. */
  broadcasts: {
    id: Generated<number>;
    actorId: number | null;
    actor: string;
    /** To this one alone; else to those of a role, or, where that is '', to all. */
    userId: number | null;
    role: Generated<Schema['users']['role'] | ''>;
    title: string;
    text: string;
    link: Generated<string>;
    state: 'waiting' | 'sending' | 'sent' | 'undone';
    /** How many were told by now. */
    told: Generated<number>;
    /** Until then it may be undone. */
    dueAt: number;
    createdAt: number;
  };
  /** Runs of jobs that went wrong: milliseconds, and the words of the error. */
  jobFailures: { id: Generated<number>; name: string; startedAt: number; took: number; failure: string };
  outbox: {
    id: Generated<number>;
    kind: string;
    payload: string;
    attempts: Generated<number>;
    dueAt: number;
    failure: string | null;
  };
  /** What became of each try to back the site up. The files themselves lie in DATA_DIR/backups. */
  backups: {
    id: Generated<number>;
    /** Of the file; none where it failed. */
    name: string;
    /** `restore`: made before a restore, of what it replaced. `uploaded`: sent here, of this site or another. */
    reason: 'manual' | 'scheduled' | 'restore' | 'uploaded';
    createdAt: number;
    bytes: Generated<number>;
    rows: Generated<number>;
    files: Generated<number>;
    /** Pictures the database knows of and the storage does not have. */
    missing: Generated<number>;
    /** Why there is none, in Chinese. */
    failure: Generated<string>;
    /** When it was restored into a scratch place and found whole. */
    provenAt: number | null;
    /** Why it was not, in Chinese. */
    doubt: Generated<string>;
  };
  /** Rows of the sample content, so that it can be removed again with one command, and a hash of what each one said. */
  sampleRows: { kind: string; rowId: number; fingerprint: string };
};

/** Reads and single writes take a Db; a function that takes a Trx must be given a transaction. */
export type Db = Kysely<Schema>;
export type Trx = Transaction<Schema>;
