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
    /** Key of look-alike nicknames (identity/nickname-key.ts): unique among members. */
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
  /** Staff notes on a member. `author`: the writer's name at the time, in case they leave. */
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
    /** Owner, if any: the ticket ends when their password, mailbox or role changes. */
    userId: Generated<number | null>;
  };
  /** Attempts within a window that ends at `resetsAt`. */
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
    /** Source of an imported article and a hash of its text then, so that a second import changes nothing. */
    importKey: string | null;
    importHash: string | null;
    /** Grows with every save, of the article or of its draft. */
    version: Generated<number>;
    /** Which drawn cover its author chose; null for the title's own. */
    coverNumber: number | null;
    /** Focal point of the cover, in per cent. */
    focusX: Generated<number>;
    focusY: Generated<number>;
    slug: string | null;
    description: Generated<string>;
    sourceAuthor: Generated<string>;
    seriesId: number | null;
    seriesPosition: Generated<number>;
    /** When the author's followers were told: they are told once. */
    announcedAt: number | null;
    /** Idempotency key of the author's browser: sending twice creates one row. */
    draftKey: string | null;
    /** Whether its summary was made from its text, not written. */
    summaryMade: Generated<number>;
    /** Member who moved it to the trash. */
    removedBy: number | null;
    /** `closed`: old comments are shown and none are added; `hidden`: none are shown. */
    commenting: Generated<'open' | 'closed' | 'hidden'>;
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
    /** `creator`: their name then, should they go. */
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
    /** Why they were refused. */
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
    /** Since when it waits for review. */
    submittedAt: number | null;
    /** Why it was refused last. */
    refusal: Generated<string>;
    /** JSON: the contract's ArticleContent. */
    content: string;
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
    /** Idempotency key of the author's browser. */
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
  /** Publicly visible rows per table, maintained by triggers (migration 005). */
  counts: { name: string; count: number };
  comments: {
    id: Generated<number>;
    /** Set for comments on an article; `sayId` for those on a say. */
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
    /** Idempotency key of the sender's browser. */
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
    /** Event and object, as `like article:12`: unread notices of one subject are merged. */
    subject: string;
    /** Number of actors, the rows of noticeActors. */
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
  /** Threads a member gets mails about: `article:12` or `say:7`. `waitingSince`: a mail is scheduled. */
  mailThreads: { userId: number; thread: string; waitingSince: number | null; sentAt: Generated<number> };
  /** Notices the next letter tells of. */
  mailNotices: { noticeId: number; userId: number; thread: string };
  reports: {
    id: Generated<number>;
    /** Exactly one of the four targets is set. */
    commentId: number | null;
    sayId: number | null;
    messageId: number | null;
    chatMessageId: number | null;
    reporterId: number;
    reason: string;
    createdAt: number;
    settledAt: number | null;
    /** Chat message: JSON of the lines the reporter handed over. Comment: its text before an edit. */
    excerpt: Generated<string>;
  };
  /** The group is one; a private room belongs to a pair, `3-12` with the smaller number first. */
  rooms: {
    id: Generated<number>;
    kind: 'group' | 'private';
    pair: string | null;
    /** Member whose chat request is pending; null once accepted. */
    askedBy: number | null;
    /** The newest message. */
    lastId: Generated<number>;
    createdAt: number;
  };
  /** A member's state in a room; for the group, from their first reading on. */
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
    /** Idempotency key of the sender's browser. */
    sendKey: string;
    createdAt: number;
  };
  /** Single row: the last sequence number of chat messages and their changes. */
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
    /** Total of the picture and its smaller copies. */
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
  /** Signing secrets, created on first use. */
  secrets: { name: string; value: string };
  /** Uploaders of a picture, whose quota it counts towards; the same picture may have several. */
  fileOwners: { key: string; userId: number; createdAt: number };
  /** The last good answer of each source of hot search. `items` is JSON in the contract's form. */
  hotCopies: { source: string; items: string; fetchedAt: number };
  visitDays: { day: string; views: Generated<number>; visitors: Generated<number>; reads: Generated<number> };
  /** Reads of an article, day by day, for a month. */
  articleDays: { day: string; articleId: number; reads: number };
  /** Referrers of views. `host` is '' for `direct` and beyond the number of hosts kept per day. */
  sourceDays: { day: string; kind: 'search' | 'social' | 'direct' | 'site'; host: string; views: number };
  visitSalts: { day: string; salt: string };
  visitMarks: { day: string; visitor: string };
  readMarks: { articleId: number; visitor: string; readAt: number };
  /** Audit log of the back office. `actor`: their name at the time. `before` and `after` are JSON without secrets. */
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
    /** Members notified so far. */
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
  /** Backup attempts; the files are in DATA_DIR/backups. */
  backups: {
    id: Generated<number>;
    /** File name; '' for a failed backup. */
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
