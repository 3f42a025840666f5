import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const sheets = globSync('{apps/{web/app,admin/src},packages/ui/src}/**/*.css', { cwd: root });
const sources = globSync('{apps/{web/app,admin/src},packages/ui/src}/**/*.{ts,tsx}', { cwd: root });
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Classes that any component may carry; they are styled in `apps/web/app/ui`. */
const primitives = words(`
  accent after-paint aside badge btn by-day by-night chip clamp-2 cols column count cover dialog dim empty error face
  field float gap grow hover-line hue icon icon-button ink input items justify label list-container list-earlier
  list-end load-more menu meta num origin-mark page-head photo push quiet row row-inline ruled-paper scripted seal
  section-head section-more sheet skeleton slip small-count split stack sub switch tabs tag truncate type unread-dot
  vertical visually-hidden wrap
`);

/** Classes shared by all screens of the admin, which screens may refine: `platform/shell/primitives.css` and the lists. */
const adminPrimitives = words(`
  bullets button-row card empty-note group-card ink-links listing listing-acts number-table page-acts page-tools
  panels row-acts row-card rows state
`);

/** Classes that saved HTML of articles, says and comments carries; a new name would leave old texts unstyled. */
const rendered = words(`
  c9 callout caution code diagram fault fig fn important k l long lost math n9 notes on prose s ta-c ta-r tasks tbl tip topic
  w-25 w-50 w-75 warning
`);

/** CodeMirror's, antd's and its icons'. */
const foreign = /^(cm-|ant-|anticon)/;

function words(text: string) {
  return text.trim().split(/\s+/);
}

/** Lists the selectors of a style sheet, without attributes. */
function selectorsOf(css: string) {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/"[^"]*"|'[^']*'|url\([^)]*\)/g, '');
  const heads = [...plain.matchAll(/([^{};]+)\{/g)].map(([, head = '']) => head.trim());
  return heads.filter((head) => !head.startsWith('@'));
}

const classesOf = (selector: string) => [...selector.matchAll(/\.(-?[A-Za-z_][\w-]*)/g)].map(([, name = '']) => name);

/** Lists what a class of this style sheet may be named for: the sheet, a component of its folder or below, the folder. */
function ownersOf(path: string, files: string[]) {
  const folder = dirname(path);
  const within = files
    .filter((file) => file.startsWith(`${folder}/`))
    .map((file) => basename(file).replace(/\..*$/, ''));
  const folders = folder.split('/').slice(3);
  const names = [basename(path, '.css'), ...within, ...folders];
  return new Set([...names, ...names.filter((name) => name.endsWith('s')).map((name) => name.slice(0, -1))]);
}

const carries = (name: string, owners: Iterable<string>) =>
  [...owners].some((owner) => name === owner || name.startsWith(`${owner}-`));

/** Names the classes that carry neither a component nor the name of a shared thing. */
function namelessClasses(path: string, css: string, files: string[]) {
  const shared = path.startsWith('apps/admin/') ? [...primitives, ...adminPrimitives] : primitives;
  const isShared = /\/(ui|styles)\/[\w-]+\.css$|\/primitives\.css$/.test(path);
  const owners = [...ownersOf(path, files), ...(isShared ? shared : [])];
  const isKnown = (name: string) => rendered.includes(name) || carries(name, shared) || foreign.test(name);
  return selectorsOf(css).flatMap((selector) => {
    const names = classesOf(selector);
    const own = names.filter((name) => carries(name, owners));
    const unknown = names.filter((name) => !own.includes(name) && !isKnown(name));
    return own.length === 0 || isShared ? unknown : [];
  });
}

const spacing = /(?<![\w-])((?:margin|padding|gap|row-gap|column-gap|inset)(?:-[\w-]+)?)\s*:\s*([^;{}]+)/g;

/** Names the distances that are no step of `--space-*`; up to 3 px is a hairline or an optical correction. */
function literalDistances(css: string) {
  return [...css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(spacing)].flatMap(([, property, value = '']) =>
    [...value.matchAll(/(?<![\w.-])-?([\d.]+)px/g)]
      .filter(([, pixels]) => Number(pixels) > 3)
      .map(([literal]) => `${property}: ${literal}`),
  );
}

const sizes = /(?<![\w-])(font-size|font|border(?:-[\w-]+)?-radius)\s*:\s*([^;{}]+)/g;

/** Names the font sizes and radii in pixels; leading, behind a slash, and what is relative to the text are free. */
function literalSizes(css: string) {
  return [...css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(sizes)].flatMap(([, property = '', value = '']) => {
    const size = property === 'font' ? (value.split(' / ')[0] ?? '') : value;
    return [...size.matchAll(/(?<![\w.-])[\d.]+(?:px|rem)/g)].map(([literal]) => `${property}: ${literal}`);
  });
}

/** Says what is wrong with the place of a style sheet; '' when a component beside it, or one that opens it, imports it. */
function misplaced(path: string, files: string[], importers: string[]) {
  const folder = dirname(path);
  if (folder.endsWith('/routes')) return 'in routes';
  if (!files.some((file) => dirname(file) === folder)) return 'no component beside it';
  return importers.length === 0 ? 'imported by nobody' : '';
}

const imports = /(?:import|@import)(?: \w+ from)? ['"](\.[^'"]+\.css)(?:\?url)?['"]/g;

/** Maps each style sheet to the files that import it. */
function importersOf() {
  const found = new Map<string, string[]>();
  for (const file of [...sources, ...sheets])
    for (const [, path = ''] of read(file).matchAll(imports)) {
      const sheet = relative(root, resolve(root, dirname(file), path));
      found.set(sheet, [...(found.get(sheet) ?? []), file]);
    }
  return found;
}

/** Words of the sources that may name a class: components, and what renders saved texts and pages. */
const naming = wordsOfSource(
  globSync('{apps/{web/app,admin/src,server/src},packages/*/src}/**/*.{ts,tsx,svg}', { cwd: root })
    .filter((path) => !path.includes('.test.'))
    .map(read)
    .join('\n'),
);

type Written = ReturnType<typeof wordsOfSource>;

/** Words of a source, and those that a variable ends. */
function wordsOfSource(source: string) {
  const begun = source.matchAll(/(?<![\w-])([\w-]+)\$\{/g);
  return {
    source,
    words: new Set(source.match(/[\w-]+/g)),
    begun: [...new Set(Array.from(begun, ([, start = '']) => start))],
  };
}

/** Names the classes of a style sheet, and beginnings in attribute selectors, that no source writes. */
function unusedClasses(css: string, { source, words, begun: starts }: Written) {
  const begun = [...css.matchAll(/\[class[\^*]="([^"]*)"\]/g)].map(([, start = '']) => start);
  /** Written as a beginning and a variable end. */
  const isBuilt = (name: string) =>
    [...name.matchAll(/-/g)].some(({ index }) => starts.some((start) => start.endsWith(name.slice(0, index + 1))));
  return [
    ...selectorsOf(css)
      .flatMap(classesOf)
      .filter((name) => !foreign.test(name) && !words.has(name) && !isBuilt(name)),
    ...begun.filter((start) => !source.includes(`'${start}`) && !source.includes(`\`${start}`)),
  ];
}

/** Lists the classes that a component writes whole. */
function writtenClasses(source: string) {
  const expressions = source.matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\}|\{([^{}`]*)\})/g);
  return [...expressions]
    .flatMap(([, plain = '', composed = '', chosen = '']) => [
      ...words(`${plain} ${composed}`),
      ...Array.from(chosen.matchAll(/(?:[?:]|&&) '([^']*)'/g), ([, choice = '']) => words(choice)).flat(),
    ])
    .filter((name) => /^[a-z][\w-]*$/.test(name));
}

/** Classes that a style sheet names, and those by which scripts and tests find something. */
function knownClasses() {
  const quoted = /['"`][^'"`\n]*['"`]/g;
  const scripts = [...sources, ...globSync('e2e/**/*.ts', { cwd: root })].map(read);
  const selectors = scripts.flatMap((text) => text.match(quoted) ?? []);
  return new Set([...sheets.flatMap((path) => selectorsOf(read(path))), ...selectors].flatMap(classesOf));
}

const complaints = (check: (path: string) => string[]) =>
  sheets.flatMap((path) => [...new Set(check(path))].map((complaint) => `${path}: ${complaint}`));

test('a class carries the name of its component', () => {
  expect(sheets.length).toBeGreaterThan(100);
  expect(complaints((path) => namelessClasses(path, read(path), sources))).toEqual([]);
});

test('a style sheet lies beside its component', () => {
  const importers = importersOf();
  const isGlobal = (path: string) => /\/styles\/|\/tokens\.css$/.test(path);
  expect(
    complaints((path) =>
      isGlobal(path) ? [] : [misplaced(path, sources, importers.get(path) ?? [])].filter((words) => words !== ''),
    ),
  ).toEqual([]);
});

test('margins, paddings, gaps and insets are steps of one scale', () => {
  expect(complaints((path) => literalDistances(read(path)))).toEqual([]);
});

test('font sizes and radii are tokens', () => {
  const tokens = 'packages/ui/src/tokens.css';
  expect(complaints((path) => (path === tokens ? [] : literalSizes(read(path))))).toEqual([]);
});

test('a component writes each class that is styled', () => {
  expect(complaints((path) => unusedClasses(read(path), naming))).toEqual([]);
});

test('each class that a component writes is styled, or found by a script', () => {
  const known = knownClasses();
  const unknown = sources.flatMap((path) =>
    writtenClasses(read(path))
      .filter((name) => !known.has(name) && !foreign.test(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

test('planted offences are found', () => {
  const path = 'apps/web/app/features/community/comments/comments.css';
  const files = [`${dirname(path)}/comments.tsx`];
  expect(namelessClasses(path, '.comment-row { gap: 0 } .says .x { gap: 0 }', files)).toEqual(['says', 'x']);
  expect(namelessClasses(path, '@media print { .bar { gap: 0 } } .comments .btn { gap: 0 }', files)).toEqual(['bar']);
  expect(misplaced('apps/web/app/routes/home.css', ['apps/web/app/routes/home.tsx'], ['x'])).toBe('in routes');
  expect(misplaced('apps/web/app/features/a/b.css', ['apps/web/app/features/c/d.tsx'], ['x'])).not.toBe('');
  expect(misplaced(path, files, [])).not.toBe('');
  expect(literalDistances('a { margin: 0 -12px 2px; width: 9px; padding: calc(50% - 8px) }')).toEqual([
    'margin: -12px',
    'padding: 8px',
  ]);
  expect(literalDistances('a { padding: calc(var(--space-1) + 1px); --gap: 9px }')).toEqual([]);
  expect(
    literalSizes('a { font-size: 13px; font: 500 calc(15px * var(--read)) / 1 serif; border-radius: 0 3px }'),
  ).toEqual(['font-size: 13px', 'font: 15px', 'border-radius: 3px']);
  expect(literalSizes('a { font: 400 var(--text-sm) / 20px serif; font-size: 0.8em; border-radius: 50% }')).toEqual([]);
  const css = '.map-ink-1 {} .map [class^="ink-"] {} .gone {}';
  expect(unusedClasses(css, wordsOfSource(`<i class="map" className={\`map-ink-\${ink}\`}>`))).toEqual([
    'gone',
    'ink-',
  ]);
  const component = `className="card gone" className={\`row \${tone} wide-\${size}\`} className={is ? 'on' : 'off'}`;
  expect(writtenClasses(component)).toEqual(['card', 'gone', 'row', 'on', 'off']);
});
