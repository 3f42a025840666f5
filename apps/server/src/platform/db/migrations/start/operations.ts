/** Audit, outbox, backups and imports. */
export const operationsTables = (id: string) => [
  `create table "auditLog" (${id}, "actorId" integer references users (id) on delete set null, actor text not null,
    act text not null, subject text not null default '', before text not null default '',
    after text not null default '', "createdAt" bigint not null)`,
  `create index "auditLogNew" on "auditLog" ("createdAt" desc, id desc)`,
  `create index "auditLogByAct" on "auditLog" (act, "createdAt" desc)`,
  `create index "auditLogByActor" on "auditLog" ("actorId", "createdAt" desc)`,
  `create table broadcasts (${id}, "actorId" integer references users (id) on delete set null, actor text not null,
    "userId" integer references users (id) on delete cascade, role text not null default '', title text not null,
    text text not null, link text not null default '', state text not null, told integer not null default 0,
    "dueAt" bigint not null, "createdAt" bigint not null)`,
  `create table "jobFailures" (${id}, name text not null, "startedAt" bigint not null, took integer not null,
    failure text not null)`,
  `create table outbox (${id}, kind text not null, payload text not null, attempts integer not null default 0,
    "dueAt" bigint not null, failure text)`,
  `create index "outboxDue" on outbox ("dueAt")`,
  `create table backups (${id}, name text not null, reason text not null, "createdAt" bigint not null,
    bytes bigint not null default 0, rows bigint not null default 0, files integer not null default 0,
    missing integer not null default 0, failure text not null default '', "provenAt" bigint,
    doubt text not null default '')`,
  `create index "backupsNew" on backups ("createdAt" desc)`,
  `create table "importRuns" (${id}, origin text not null, reader text not null, "fileName" text not null,
    upload text not null, "userId" integer not null references users (id) on delete cascade, options text not null,
    state text not null, counts text not null default '{}', done integer not null default 0,
    total integer not null default 0, failure text not null default '', "startedAt" bigint not null,
    "finishedAt" bigint)`,
  `create table "importedRows" (origin text not null, kind text not null, key text not null, "rowId" integer not null,
    hash text not null, mark text not null default '', "runId" integer not null, title text not null default '',
    "updatedRunId" integer, source text not null default '', primary key (origin, kind, key))`,
  `create index "importedRowsByRun" on "importedRows" ("runId", kind)`,
  `create index "importedRowsByUpdate" on "importedRows" ("updatedRunId", kind) where "updatedRunId" is not null`,
  `create index "importedRowsByRow" on "importedRows" (kind, "rowId")`,
  `create table "importLosses" (${id}, "runId" integer not null references "importRuns" (id) on delete cascade,
    thing text not null, place text not null, reason text not null, unique ("runId", thing, place, reason))`,
  `create index "importLossesByRun" on "importLosses" ("runId", id)`,
  `create table "waitingComments" (${id}, origin text not null, key text not null, address text not null,
    title text not null, item text not null, "runId" integer not null, unique (origin, key))`,
  `create index "waitingCommentsByAddress" on "waitingComments" (origin, address)`,
  `create table "remotePictures" (${id}, "articleId" integer not null references articles (id) on delete cascade,
    url text not null, host text not null, "runId" integer not null, state text not null default 'waiting',
    attempts integer not null default 0, "dueAt" bigint not null default 0, failure text not null default '',
    file text not null default '', "isCover" integer not null default 0, unique ("articleId", url))`,
  `create index "remotePicturesDue" on "remotePictures" ("dueAt") where state = 'waiting'`,
  `create index "remotePicturesByUrl" on "remotePictures" (url)`,
  `create table "sampleRows" (kind text not null, "rowId" integer not null, fingerprint text not null,
    constraint "sampleRowsKey" primary key (kind, "rowId"))`,
];

/**
 * Tables that several processes on one PostgreSQL share: unlogged, so that they cost no disk, are empty after a crash of
 * the database and are part of no backup. A site on SQLite has a single process, which keeps all of this in memory.
 */
export const sharedTables = [
  // updated in place, without index entries of their own
  `create unlogged table "callCounts" (name text primary key, hits integer not null, "resetsAt" bigint not null)
    with (fillfactor = 50)`,
  'create unlogged table "recentViews" (mark text primary key, at bigint not null)',
  `create unlogged table "jobRuns" (name text primary key, "startedAt" bigint not null, "heldUntil" bigint not null,
    "lastAt" bigint, took bigint, failure text not null default '')`,
  `create unlogged table "logLines" (id bigint primary key generated always as identity, process text not null,
    at bigint not null, level text not null, text text not null, detail text not null)`,
];
