import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, posix, resolve } from 'node:path';
import ts from 'typescript';
import { coinedNames, coinedWords, storedNames } from './coined-words.js';
import { absentNames } from './comments.js';
import { describeReadings, drawSample } from './draw.js';
import { tableWriters } from './table-writers.js';

/** Districts, each of which may use those before it, and the trees that have them. */
const districts = ['platform', 'core', 'content', 'community', 'chat', 'members', 'pages', 'operations'];
const inDistrict = /^(apps\/server\/src|packages\/contract\/src|apps\/web\/app\/features|apps\/admin\/src)\/([^/]+)\//;

const product = /^(?:apps|packages|scripts)\/.*\.(?:ts|tsx|js|mjs|cjs)$/;
const test = /\.(?:test|spec)\.[jt]sx?$|\/test\/|^(?:e2e|test)\//;
const source = /\.(?:ts|tsx|js|mjs|cjs)$/;
/** Schema, migrations and data are exempt from the length limits. */
const mayBeLong =
  /\/migrations\/|\/schema\.ts$|\/(?:stand-in|word-list|look-alikes|common-passwords|characters|emoji)[\w-]*\.ts$/;

/** Paths of tracked and untracked files, without ignored ones. */
function listFiles(root) {
  const out = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  return [...new Set(out.trim().split('\n'))];
}

/**
 * Reads the tree and counts violations of the rules.
 * @param root folder of the repository
 * @param folder only files below it are counted (their importers may be anywhere)
 * @returns figures by name, and the places behind them
 */
export function measure(root, folder = '') {
  const files = readFiles(root);
  const inside = [...files.keys()].filter((path) => path.startsWith(folder));
  const code = inside.filter(isProduct);
  const { importers, against } = readImports(files, new Set(code));
  const places = {
    longFiles: code.filter((path) => lengthOf(files, path) > 300 && !mayBeLong.test(path)),
    single: code.filter((path) => importers.get(path)?.size === 1),
    against,
    names: sameNames(code, files),
    ...tableWriters(code, files),
    inside: inside.filter((path) => /^e2e\//.test(path) && files.get(path).includes("'../apps/server/src/")),
    ...inspectAll(inside, files),
    absent: absentNames(
      inside.filter((path) => path !== planted),
      files,
    ),
  };
  const sizes = code.map((path) => lengthOf(files, path)).sort((a, b) => a - b);
  const sum = (paths) => paths.reduce((all, path) => all + lengthOf(files, path), 0);
  const figures = {
    'product files': code.length,
    'product lines': sum(code),
    'test lines': sum(inside.filter((path) => source.test(path) && test.test(path))),
    'CSS lines': sum(inside.filter((path) => path.endsWith('.css'))),
    'median lines of a file': sizes[Math.floor(sizes.length / 2)] ?? 0,
    '95 % of files have at most': sizes[Math.floor(sizes.length * 0.95)] ?? 0,
    'files over 300 lines': places.longFiles.length,
    'functions over 60 lines, JSX included': places.longFunctions.length,
    'files with one importer': places.single.length,
    'imports against the order of districts': places.against.length,
    'folders that write `users`': places.usersWriters.length,
    'tables written from more than one folder': places.sharedTables.length,
    'browser tests that know the inside of the server': places.inside.length,
    'coined words in names': places.coined.length,
    'comments that open with a riddle': places.riddles.length,
    'comments that name what is not there': places.absent.length,
    'spread literals': places.spreadLiterals.length,
    'chained selects': places.chainedSelects.length,
    'exported functions sharing a name': places.names.length,
    'silenced checks': places.silenced.length,
    'duplicated blocks of six lines': countDuplicates(code.map((path) => files.get(path))),
  };
  return { figures, places };
}

/** Violations on purpose, by which the rules are tested. */
const planted = 'test/words.test.ts';

/** Rules about words and literals, which hold in tests and benchmarks as well, but for planted violations. */
const everywhere = new Set(['coined', 'riddles', 'spreadLiterals']);

function inspectAll(inside, files) {
  const all = inspectFiles(
    inside.filter((path) => source.test(path) && path !== planted),
    files,
  );
  const ofProduct = (place) => isProduct(place.slice(0, place.indexOf(':')));
  return Object.fromEntries(
    Object.entries(all).map(([name, places]) => [name, everywhere.has(name) ? places : places.filter(ofProduct)]),
  );
}

const isProduct = (path) => product.test(path) && !test.test(path);
const lengthOf = (files, path) => files.get(path).split('\n').length - 1;

function readFiles(root) {
  const files = new Map();
  for (const path of listFiles(root)) {
    if (!source.test(path) && !path.endsWith('.css')) continue;
    try {
      files.set(path, readFileSync(resolve(root, path), 'utf8'));
    } catch {} // deleted, and git does not know yet
  }
  return files;
}

function parse(path, text) {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : undefined;
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
}

/** Importers of every file, and the imports of `code` that run against the order of districts. */
function readImports(files, code) {
  const importers = new Map();
  const against = [];
  for (const [path, text] of files) {
    if (!isProduct(path)) continue;
    for (const target of importsOf(text, path)) {
      importers.set(target, (importers.get(target) ?? new Set()).add(path));
      if (code.has(path) && isAgainstOrder(path, target)) against.push(`${path} → ${target}`);
    }
  }
  return { importers, against };
}

function importsOf(text, path) {
  return ts.preProcessFile(text, true, true).importedFiles.flatMap(({ fileName }) => {
    if (fileName.startsWith('.')) return [posix.join(dirname(path), fileName)];
    return fileName.startsWith('@mojian/') ? inPackage(fileName) : [];
  });
}

function inPackage(specifier) {
  const [, name, ...rest] = specifier.split('/');
  const path = `packages/${name}/src/${rest.join('/') || name}`;
  return [`${path}.ts`, `${path}.tsx`];
}

function isAgainstOrder(from, to) {
  const [, tree, district = ''] = inDistrict.exec(from) ?? [];
  const [, otherTree, other = ''] = inDistrict.exec(to) ?? [];
  const rank = districts.indexOf(district);
  return tree === otherTree && rank >= 0 && districts.indexOf(other) > rank;
}

const riddle =
  /^(?:Whoever|What|Who|Whose|Where|Of|The same|It|They|Their|Those|These|This|That|One|Nothing|None|Neither|Of two|How)\b/i;

/** Rules about syntax nodes; each returns a description of a violation, or undefined. */
const nodeRules = {
  longFunctions(node, file) {
    if (!ts.isFunctionLike(node) || !node.body) return undefined;
    const length = lineOf(file, node.end) - lineOf(file, node.getStart()) + 1;
    return length > 60 && !mayBeLong.test(file.fileName) ? `(${length} lines)` : undefined;
  },
  spreadLiterals(node) {
    const isSpread = ts.isSpreadAssignment(node) || ts.isSpreadElement(node) || ts.isJsxSpreadAttribute(node);
    const isLiteral =
      isSpread && (ts.isObjectLiteralExpression(node.expression) || ts.isArrayLiteralExpression(node.expression));
    return isLiteral ? node.getText().slice(0, 60) : undefined;
  },
  chainedSelects: (node) => (isSelect(node) && isSelect(node.expression.expression) ? '' : undefined),
  coined(node) {
    if (!isDeclaredName(node)) return undefined;
    return suggestionFor(node.text);
  },
};

/** Names a coined word and its replacement, as `keptFiles (stored)`; undefined for a plain name. */
function suggestionFor(name) {
  if (storedNames.has(name)) return undefined;
  const words = name.split(/(?=[A-Z])|[-_.\d]/).map((word) => word.toLowerCase());
  const word = words.find((one) => Object.hasOwn(coinedWords, one));
  const better = Object.hasOwn(coinedNames, name) ? coinedNames[name] : word && coinedWords[word];
  return better && `${name} (${better})`;
}

/** Rules about the text of a file; each lists the matches. */
const textRules = {
  riddles: (text) =>
    [...text.matchAll(/(?:\/\*\*\s*(?:\*\s*)?|(?:^|\s)\/\/ )([^\n*][^\n]*)/gm)].filter(([, words]) =>
      riddle.test(words),
    ),
  silenced: (text) => [...text.matchAll(/(?:biome|eslint)-(?:ignore|disable)|@ts-(?:ignore|expect-error|nocheck)/g)],
};

/**
 * Applies the rules about names, comments and syntax.
 * @param paths product files
 * @param files texts by path
 * @returns places by rule, as `path:line what`
 */
export function inspectFiles(paths, files) {
  const places = Object.fromEntries([...Object.keys(nodeRules), ...Object.keys(textRules)].map((name) => [name, []]));
  for (const path of paths) {
    const file = parse(path, files.get(path));
    const better = suggestionFor(posix.basename(path).replace(/(?:\.\w+)+$/, ''));
    if (better) places.coined.push(`${path}:1 ${better}`);
    const visit = (node) => {
      for (const [name, rule] of Object.entries(nodeRules)) {
        const found = rule(node, file);
        if (found !== undefined) places[name].push(`${path}:${lineOf(file, node.getStart())} ${found}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
    for (const [name, rule] of Object.entries(textRules))
      for (const match of rule(file.text))
        places[name].push(`${path}:${lineOf(file, match.index)} ${match[1] ?? match[0]}`);
  }
  return places;
}

const lineOf = (file, position) => file.getLineAndCharacterOfPosition(position).line + 1;

const isSelect = (node) =>
  ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === 'select';

const declarations = [
  ts.isVariableDeclaration,
  ts.isFunctionDeclaration,
  ts.isClassDeclaration,
  ts.isTypeAliasDeclaration,
  ts.isInterfaceDeclaration,
  ts.isParameter,
  ts.isMethodDeclaration,
  ts.isBindingElement,
];

function isDeclaredName(node) {
  return ts.isIdentifier(node) && node.parent.name === node && declarations.some((is) => is(node.parent));
}

/** Functions exported under one name by several files. Names that React Router requires do not count. */
function sameNames(paths, files) {
  const seen = new Map();
  for (const path of paths) {
    if (/\/routes\/|\/migrations\/|entry\.|\.config\./.test(path)) continue;
    for (const [, name] of files.get(path).matchAll(/^export (?:async )?function\*? (?!Component\b)(\w+)/gm))
      seen.set(name, [...(seen.get(name) ?? []), path]);
  }
  return [...seen].filter(([, where]) => where.length > 1).map(([name, where]) => `${name}: ${where.join(', ')}`);
}

/** Blocks of six lines that stand in more than one place; imports, brackets and blank lines do not count. */
function countDuplicates(texts) {
  const seen = new Set();
  let count = 0;
  for (const text of texts) {
    const lines = text
      .replace(/^import [^;]*;$/gm, '')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.length > 3 && !/^(?:\/?\*|\/\/)/.test(line));
    let skip = 0;
    for (let index = 0; index + 6 <= lines.length; index++) {
      const block = lines.slice(index, index + 6).join('\n');
      if (skip > 0) skip--;
      else if (seen.has(block)) {
        count++;
        skip = 5;
      }
      seen.add(block);
    }
  }
  return count;
}

function print(root, folder, list) {
  const { figures, places } = measure(root, folder);
  for (const [name, value] of Object.entries(figures)) console.log(`${String(value).padStart(8)}  ${name}`);
  for (const line of describeReadings()) console.log(`          ${line}`);
  if (list) console.log(['', ...(places[list] ?? [`lists: ${Object.keys(places).join(', ')}`])].join('\n'));
}

/** `npm run measure [-- folder [name of a list]]`, or `-- draw SEED` for files and comments to read as a stranger. */
if (process.argv[1] === import.meta.filename) {
  const root = resolve(import.meta.dirname, '..');
  const [folder = '', list] = process.argv.slice(2);
  if (folder === 'draw') {
    const { files, comments } = drawSample(root, Number(list));
    console.log([...files, '', ...comments].join('\n'));
  } else print(root, folder, list);
}
