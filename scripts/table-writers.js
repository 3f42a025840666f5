import { posix } from 'node:path';
import ts from 'typescript';

const written = /^apps\/server\/src\/.*\.ts$/;
const unwatched = /\.test\.ts$|\/migrations\//;
const writes = new Set(['insertInto', 'updateTable', 'deleteFrom']);
const inSql = /\b(?:insert into|update|delete from)\s+(?:"?([A-Za-z]+)"?|(\$\{))/g;
/** Stands for whatever table a loop writes. */
const any = '*';

/** Folders that write tables whose names they are given, each with the reason. */
const loops = {
  'core/moderation': 'a kind of text hands its table over with its descriptor',
  'members/accounts': 'closing erases what descriptions say belongs to the account',
  'members/merges': 'merging moves what descriptions say belongs to the account',
  'operations/import': 'undoing removes rows that its ledger names',
  'operations/move-domain': 'the address of the site stands in texts of every table',
  'operations/sample': 'the first content is whole rows, removed by number',
  'platform/search': 'each index is the same code over tables of its own',
  'platform/db': 'copies, restores and migrates whole tables',
};

/** Tables that a second folder writes, each with the reason. */
const shared = {
  'articles core/visits': 'visits count into `views`, a column of theirs, in a district before articles',
};

/** Closing, claiming and merging an account, which know the tables of all that belongs to one. */
const endsAccounts = /^members\/(?:accounts|guests|merges)$/;

/**
 * Finds which folders write which tables.
 * @param paths product files
 * @param files texts by path
 * @returns folders that write `users`, and the tables that several folders write, but for the reasoned exceptions
 */
export function tableWriters(paths, files) {
  const writers = new Map();
  for (const path of paths.filter((one) => written.test(one) && !unwatched.test(one)))
    for (const table of tablesWrittenIn(path, files.get(path)))
      writers.set(table, (writers.get(table) ?? new Set()).add(folderOf(path)));
  const isLoop = (folder) => Object.keys(loops).some((one) => folder === one || folder.startsWith(`${one}/`));
  const strangers = [...(writers.get(any) ?? [])].filter((folder) => !isLoop(folder));
  writers.delete(any);
  const sharedTables = [...writers]
    .map(([table, folders]) => [table, [...folders].filter((folder) => !mayWrite(table, folder))])
    .filter(([, folders]) => folders.length > 1)
    .map(([table, folders]) => `${table}: ${folders.sort().join(', ')}`);
  return {
    usersWriters: [...(writers.get('users') ?? [])],
    sharedTables: [...sharedTables.sort(), ...strangers.map((folder) => `${folder} writes any table`)],
  };
}

const mayWrite = (table, folder) => endsAccounts.test(folder) || Object.hasOwn(shared, `${table} ${folder}`);

/** `core/identity` of a path below it. */
function folderOf(path) {
  return posix.dirname(path).split('/').slice(3, 5).join('/');
}

function tablesWrittenIn(path, text) {
  const found = new Set();
  const visit = (node) => {
    for (const table of tablesOfCall(node)) found.add(table);
    for (const table of tablesOfSql(node)) found.add(table);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return found;
}

function tablesOfCall(node) {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  if (!writes.has(node.expression.name.text)) return [];
  return node.arguments.slice(0, 1).map((table) => (ts.isStringLiteral(table) ? table.text : any));
}

function tablesOfSql(node) {
  if (!ts.isTaggedTemplateExpression(node) || node.tag.getText() !== 'sql') return [];
  return [...node.template.getText().matchAll(inSql)].map(([, name]) => name ?? any);
}
