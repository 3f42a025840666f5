import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../apps/server/src/platform/config.ts';

const read = (path: string) => readFileSync(path, 'utf8');
const files = globSync('{*,.github/**,apps/**,bench/**,docs/**,e2e/**,packages/**,scripts/**,test/**}', {
  exclude: (path) => /(^|\/)(node_modules|build|data|\.react-router)$/.test(path),
});
const pages = files.filter((path) => path.endsWith('.md') && /^([A-Z][^/]*|docs\/.*)$/.test(path));
/** Describe the tree as it is; decision records keep the paths of their day. */
const current = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md', 'README.en.md', 'SECURITY.md'];

test('every relative link leads to a file', () => {
  const broken = pages.flatMap((page) =>
    [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target.replace(/#.*$/, ''))
      .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
      .filter((target) => !existsSync(normalize(join(dirname(page), target))))
      .map((target) => `${page} → ${target}`),
  );
  expect(pages.length).toBeGreaterThan(40);
  expect(broken).toEqual([]);
});

test('docs/README.md lists every document', () => {
  const linked = [...read('docs/README.md').matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => join('docs', target));
  const documents = pages.filter((page) => page !== 'docs/README.md');
  expect(documents.filter((page) => !linked.includes(page))).toEqual([]);
});

test('every path between code ticks exists', () => {
  const named = current.flatMap((page) =>
    [...prose(page).matchAll(/`([^`\n]+)`/g)]
      .map(([, code = '']) => code)
      .filter(isPath)
      .map((path) => ({ page, path })),
  );
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter(({ path }) => !isThere(path)).map(({ page, path }) => `${page}: ${path}`)).toEqual([]);
});

/** Recognises file names by their ending and folders by a top-level one. */
function isPath(code: string) {
  if (!/^[\w.@*-][\w.@/*-]*$/.test(code)) return false;
  return (
    /\.(cjs|css|html|js|json|md|tsx?|yml)$/.test(code) || /^(apps|bench|docs|e2e|packages|scripts|test)\//.test(code)
  );
}

/** Accepts a whole path or its end (`http/calls.ts`). A star stands for a name, `NNN` for a number. */
function isThere(path: string) {
  const pattern = path
    .replace(/\/$/, '')
    .replace(/[.]/g, '\\.')
    .replace(/\*/g, '[^/]+')
    .replace('NNN', '\\d{3}')
    .replace(/(decisions\/\d{3})$/, '$1-[^/]+');
  const end = new RegExp(`(^|/)${pattern}$`);
  return existsSync(path) || files.some((file) => end.test(file));
}

test('every npm command in a document exists', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const known = new Set([...Object.keys(scripts), 'ci', 'install', 'run']);
  const named = pages
    .filter((page) => !page.startsWith('docs/decisions/') && page !== 'CHANGELOG.md')
    .flatMap((page) =>
      [...read(page).matchAll(/\bnpm (?:run )?([a-z]+(?:[:-][a-z]+)*)/g)].map(([, name = '']) => ({ page, name })),
    );
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter(({ name }) => !known.has(name))).toEqual([]);
});

test('.env.example names every environment variable, and its active lines are the defaults', () => {
  const lines = [...read('.env.example').matchAll(/^(# )?([A-Z_]+)=(.*)$/gm)].map(([, off, name = '', value = '']) => {
    return { name, isActive: !off, value: value.replace(/^'(.*)'$/, '$1') };
  });
  const asEnv = (some: typeof lines) => Object.fromEntries(some.map(({ name, value }) => [name, value]));

  expect(lines.map(({ name }) => name).sort()).toEqual(environmentVariables());
  expect(readConfig(asEnv(lines.filter(({ isActive }) => isActive)))).toEqual(readConfig({}));
  expect(readConfig(asEnv(lines)).siteUrlIsSet).toBe(true);
});

test('.nvmrc names the Node that the project brings', () => {
  const { optionalDependencies } = JSON.parse(read('package.json'));
  expect(Object.values<string>(optionalDependencies).map((version) => version.split('.')[0])).toEqual(
    Object.keys(optionalDependencies).map(() => read('.nvmrc').trim()),
  );
});

test('both READMEs describe every environment variable', () => {
  for (const page of ['README.md', 'README.en.md']) {
    const cells = [...read(page).matchAll(/^\| ((?:`[A-Z_]+`[、, ]*)+) \|/gm)].map(([, cell = '']) => cell);
    const names = cells.flatMap((cell) => [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name));
    expect({ page, names: names.sort() }).toEqual({ page, names: environmentVariables() });
  }
});

/** Documents that docs/README.md says are in one language. */
const inOneLanguage = ['README', 'bench', 'log', 'look', 'style'].map((name) => `docs/${name}.md`);
const inTwoLanguages = ['README.md', ...pages.filter((page) => /^docs\/(?!decisions\/)/.test(page))]
  .filter((page) => !page.endsWith('.en.md') && !inOneLanguage.includes(page))
  .map((page) => page.replace(/\.md$/, ''));

test.for(inTwoLanguages)('%s has the same shape and the same code in both languages', (page) => {
  expect(inTwoLanguages.length).toBeGreaterThan(15);
  expect(skeleton(`${page}.en.md`)).toEqual(skeleton(`${page}.md`));
  const [chinese, english] = [codeBlocks(`${page}.md`), codeBlocks(`${page}.en.md`)];
  expect(english.map(({ length }) => length)).toEqual(chinese.map(({ length }) => length));
  const lost = chinese.flatMap((lines, block) =>
    lines.filter((line, at) => !containsInOrder(tokensOf(english[block]?.[at] ?? ''), tokensOf(line))),
  );
  expect(lost).toEqual([]);
});

test('documents name the archives of this version; an upgrade leads to a later one', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const named = ['README.md', 'README.en.md', 'docs/deploy.md', 'docs/deploy.en.md'].flatMap((page) =>
    read(page)
      .split('\n')
      .filter((line) => !line.includes('mojian upgrade'))
      .flatMap((line) => [...line.matchAll(/mojian[-:](\d+\.\d+\.\d+)/g)].map(([, one]) => one)),
  );
  expect(named.length).toBeGreaterThan(20);
  expect([...new Set(named)]).toEqual([version]);
  for (const language of ['md', 'en.md']) expect(existsSync(`docs/releases/${version}.${language}`)).toBe(true);
  expect(read('CHANGELOG.md')).toMatch(new RegExp(`^## ${version} - \\d{4}-\\d\\d-\\d\\d$`, 'm'));
});

/** Reduces a page to what two languages share: heading levels, code in table rows, packages, commands, links. */
function skeleton(page: string) {
  const text = prose(page).replace(/\.en\.md\b/g, '.md');
  const [, dependencies = ''] = text.split(/^## (?:依赖|Dependencies)/m);
  return {
    headings: [...text.matchAll(/^(#+) /gm)].map(([, level]) => level),
    rows: [...text.matchAll(/^\| .*$/gm)].map(([row]) =>
      [...row.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code).filter((code) => !/[:\p{Script=Han}]/u.test(code)),
    ),
    packages: [...dependencies.matchAll(/^\| ([^|]+) \|/gm)].map(([, cell = '']) =>
      cell.match(/(?<!\w)@?[a-z][\w@/.*-]+/g),
    ),
    commands: [...read(page).matchAll(/^npm (?:run )?([\w:-]+)/gm)].map(([, name]) => name),
    items: [...text.matchAll(/^ *(?:[-*]|\d+\.) /gm)].length,
    links: [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target).sort(),
  };
}

/** Lines of the page's blocks of code, without comments. */
function codeBlocks(page: string) {
  return [...read(page).matchAll(/^ *```\w*\n([\s\S]*?)^ *```/gm)].map(([, code = '']) =>
    code
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/(^|\s)#.*$/, '')),
  );
}

/** Words of a line of code that no language changes: neither Chinese nor a name in capitals that stands for one's own. */
const tokensOf = (line: string) => line.split(/[\s/:@,=]+/).filter((word) => /^[!-~]+$/.test(word));

function containsInOrder(whole: string[], part: string[]) {
  let at = 0;
  for (const word of whole) if (word === part[at]) at++;
  return at === part.length;
}

/** Reads the names from the schema in config.ts. */
function environmentVariables() {
  const [config = ''] = files.filter((path) => /^apps\/server\/src\/(.*\/)?config\.ts$/.test(path));
  return [...read(config).matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name = '']) => name).sort();
}

/** Tables that are looked things up in: words on screen, what a process keeps, what became of each finding. */
const tables = ['036', '040', '062'];

test('a decision record is context, decision and consequence, not a log', () => {
  const records = pages.filter((page) => /^docs\/decisions\/\d/.test(page));
  const lengths = records.map((page) => ({ page, words: read(page).split(/\s+/).length }));
  const long = lengths.filter(({ page, words }) => words > 420 && !tables.includes(page.slice(15, 18)));
  expect(records.length).toBeGreaterThan(60);
  expect(long).toEqual([]);
});

test('the files that a new column touches are those of a present one', () => {
  const [, number, row = ''] =
    /^\| add a column \| for `says\.place` (\d+) files: (.*?) \| /m.exec(read('ARCHITECTURE.md')) ?? [];
  const ends = [...row.matchAll(/`([^`]+)`/g)].map(([, end = '']) => end);
  const silent = ends
    .filter((end) => !/^(db\/migrations|migrate)/.test(end))
    .filter((end) => !files.some((path) => path.endsWith(`/${end}`) && /place\b/i.test(read(path))));
  expect(ends).toHaveLength(Number(number));
  expect(silent).toEqual([]);
});

/** Drops blocks of code. */
function prose(page: string) {
  return read(page).replace(/^```[\s\S]*?^```/gm, '');
}
