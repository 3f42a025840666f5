import { stringify as toToml } from 'smol-toml';
import { expect, test } from 'vitest';
import { stringify as toYaml } from 'yaml';
import { makeZip } from '../../../../foreign-files/test/make-zip.ts';
import { readSource } from '../../../test/read-source.ts';

/** Ways to say that a text is not for everybody. */
const marks: Record<string, unknown>[] = [
  ...[true, 'true', 'True', 'YES', 'on', 1, '1', 'maybe'].map((draft) => ({ draft })),
  ...['Draft', 'DRAFT', 'isDraft', 'is_draft', 'hidden', 'hide', 'private', 'unlisted', 'encrypt', 'headless'].map(
    (name) => ({ [name]: true }),
  ),
  ...[false, 'false', 'No', 'off', 0, '2999-01-01'].map((published) => ({ published })),
  { publish: false },
  { Published: 'FALSE' },
  { public: 'no' },
  ...['draft', 'Private', 'hidden', '草稿', 'pending', 'in-progress'].map((status) => ({ status })),
  ...['private', 'Friends', 'unlisted', '私密'].map((visibility) => ({ visibility })),
  { password: '口令' },
  { password: 1234 },
  { expiryDate: '2020-01-01' },
  { publishDate: '2999-01-01' },
  { date: '2999-01-01' },
  { build: { render: 'never' } },
  { _build: { list: false, render: true } },
  { params: { draft: true } },
  { tags: ['日记', 'draft'] },
  { layout: 'draft' },
];

const forms: Record<string, (fields: Record<string, unknown>) => string> = {
  yaml: (fields) => `---\n${toYaml(fields)}---\n`,
  'yaml in long dashes': (fields) => `-----\n${toYaml(fields)}-----\n`,
  'yaml without its first line': (fields) => `${toYaml(fields)}---\n`,
  toml: (fields) => `+++\n${toToml(fields)}\n+++\n`,
  json: (fields) => `${JSON.stringify(fields, undefined, 2)}\n`,
  'json on a line': (fields) => `${JSON.stringify(fields)}\n\n`,
  'json in semicolons': (fields) => `;;;\n${JSON.stringify(fields, undefined, 1).slice(2, -2)}\n;;;\n`,
  'json before semicolons': (fields) => `${JSON.stringify(fields, undefined, 1).slice(2, -2)}\n;;;\n`,
};

/** Folders by system: a file that tells it, the place of a public post, and places of what is none. */
const systems: Record<string, { files: Record<string, string>; post: string; elsewhere: string[] }> = {
  Hexo: {
    files: { '_config.yml': 'title: 雨\nskip_render: raw/**\nexclude: [old/**]\n' },
    post: 'source/_posts/NAME.md',
    elsewhere: ['scaffolds/NAME.md', 'drafts/NAME.md', 'NAME.md', 'themes/a/NAME.md', 'source/raw/NAME.md'].concat([
      'source/old/NAME.md',
      'source/_data/NAME.md',
      'source/_posts/_NAME.md',
      'public/NAME.md',
    ]),
  },
  'Hexo with a folder of its own': {
    files: { '_config.yml': 'source_dir: texts\n' },
    post: 'texts/_posts/NAME.md',
    elsewhere: ['source/_posts/NAME.md', 'scaffolds/NAME.md'],
  },
  Hugo: {
    files: { 'hugo.toml': 'ignoreFiles = ["\\\\.old\\\\.md$"]\n[languages.fr]\ndisabled = true\n' },
    post: 'content/posts/NAME.md',
    elsewhere: ['archetypes/NAME.md', 'drafts/NAME.md', 'NAME.md', 'themes/a/content/NAME.md', 'public/NAME.md'].concat(
      ['content/posts/NAME.old.md', 'content/posts/NAME.fr.md', 'static/NAME.md', 'exampleSite/content/NAME.md'],
    ),
  },
  'Hugo with folders of its own': {
    files: { 'config/_default/module.yaml': 'mounts:\n- source: texts\n  target: content\n' },
    post: 'texts/posts/NAME.md',
    elsewhere: ['content/posts/NAME.md', 'archetypes/NAME.md'],
  },
  Jekyll: {
    files: {
      '_config.yml':
        'exclude: [notes]\ncollections:\n  wiki:\n    output: true\n  parts:\n    output: false\ndefaults:\n- scope:\n    path: _wiki/secret\n  values:\n    published: false\n',
      '_layouts/post.html': '',
    },
    post: '_posts/2024-01-01-NAME.md',
    elsewhere: ['_posts/NAME.md', '_parts/NAME.md', '_includes/NAME.md', 'notes/NAME.md', 'vendor/NAME.md'].concat([
      '_wiki/secret/NAME.md',
      '_data/NAME.md',
    ]),
  },
  VuePress: {
    files: { 'docs/.vuepress/config.js': "module.exports = { title: '雨', pagePatterns: ['**/*.md', '!old/**'] }" },
    post: 'docs/a/NAME.md',
    elsewhere: ['NAME.md', 'docs/@pages/NAME.md', 'docs/.vuepress/NAME.md', 'docs/old/NAME.md', 'vdoing/NAME.md'],
  },
  VitePress: {
    files: { '.vitepress/config.mts': "export default { srcDir: './texts', srcExclude: ['**/todo/*.md'] }" },
    post: 'texts/a/NAME.md',
    elsewhere: ['NAME.md', 'texts/todo/NAME.md', 'texts/a/.vitepress/NAME.md'],
  },
  Obsidian: {
    files: { '.obsidian/templates.json': '{"folder":"Stationery"}' },
    post: 'Notes/NAME.md',
    elsewhere: ['Stationery/NAME.md', 'Templates/NAME.md', '.trash/NAME.md', 'Drawings/NAME.excalidraw.md'],
  },
  Docusaurus: {
    files: { 'docusaurus.config.js': '' },
    post: 'blog/NAME.md',
    elsewhere: ['NAME.md', 'src/NAME.md', 'node_modules/a/NAME.md'],
  },
  Markdown: {
    files: { 'a.txt': '' },
    post: 'NAME.md',
    elsewhere: [
      'node_modules/a/NAME.md',
      'archetypes/NAME.md',
      'scaffolds/NAME.md',
      'templates/NAME.md',
      '.git/NAME.md',
    ],
  },
};

const zipOf = (files: Record<string, string>) =>
  makeZip(...Object.entries(files).map(([name, bytes]) => ({ name, bytes })));

/** Titles that readers would see, and all that came. */
async function titlesOf(files: Record<string, string>) {
  const read = await readSource('blog.zip', zipOf(files));
  expect(read.fault).toBe(undefined);
  const articles = read.of('article');
  const isPublic = ({ state, hasPassword, publishedAt }: (typeof articles)[number]) =>
    state === 'published' && !hasPassword && (publishedAt ?? 0) <= Date.now();
  return {
    shown: articles.filter(isPublic).map(({ title }) => title),
    all: articles.map(({ title }) => title),
    lost: read.of('loss').map(({ place }) => place),
  };
}

const written = (form: string, fields: Record<string, unknown>) => `${forms[form]?.(fields)}正文`;

test('no mark of any form, system or folder lets an unpublished text become public', async () => {
  let cases = 0;
  for (const [system, { files, post, elsewhere }] of Object.entries(systems)) {
    const all: Record<string, string> = { ...files };
    const marked = new Set<string>();
    for (const form of Object.keys(forms)) {
      for (const [at, mark] of marks.entries()) {
        const title = `${form} ${JSON.stringify(mark)}`;
        marked.add(title);
        all[post.replace('NAME', `${form.replaceAll(' ', '-')}-${at}`)] = written(form, {
          title,
          date: '2024-01-01',
          ...mark,
        });
      }
      all[post.replace('NAME', `public-${form.replaceAll(' ', '-')}`)] = written(form, {
        title: `public ${form}`,
        date: '2024-01-01',
        draft: false,
        published: true,
        status: 'done',
        visibility: 'public',
        hidden: 'false',
        tags: ['雨'],
      });
    }
    for (const [at, place] of elsewhere.entries())
      all[place.replace('NAME', `else-${at}`)] = written('yaml', { title: `elsewhere ${place}`, date: '2024-01-01' });
    for (const folder of ['drafts', '草稿', 'Private'])
      all[post.replace('NAME', 'x').replace(/[^/]*$/, `${folder}/2024-01-01-${folder}.md`)] = written('yaml', {
        title: `in ${folder}`,
      });
    const { shown, all: came } = await titlesOf(all);
    expect(shown.sort(), system).toEqual(
      Object.keys(forms)
        .map((form) => `public ${form}`)
        .sort(),
    );
    expect(
      [...marked].filter((title) => !came.includes(title)),
      system,
    ).toEqual([]);
    cases += marked.size + elsewhere.length + 3;
  }
  expect(cases).toBeGreaterThan(3800);
});

test('what lies beside the texts of a system is named, in one line for each reason', async () => {
  for (const [system, { files, post, elsewhere }] of Object.entries(systems)) {
    const named = Object.fromEntries(elsewhere.map((place, at) => [place.replace('NAME', `else-${at}`), '# 题\n\n文']));
    const { lost } = await titlesOf({ ...files, ...named, [post.replace('NAME', 'a')]: '---\ntitle: 甲\n---\n文' });
    const expected = Object.keys(named).filter((path) => !/^node_modules|^\.(?:git|trash)/.test(path));
    if (system !== 'Jekyll')
      expect(
        expected.filter((path) => !lost.includes(path)),
        system,
      ).toEqual([]);
  }
});

test('texts among the posts that are not Markdown are named with their form, in every system', async () => {
  for (const [system, { files, post }] of Object.entries(systems)) {
    const others = ['org', 'adoc', 'rst', 'html'].map((ending) =>
      post.replace('NAME', `other-${ending}`).replace(/\.\w+$/, `.${ending}`),
    );
    const named = Object.fromEntries(others.map((path) => [path, '* 题']));
    const { lost } = await titlesOf({ ...files, ...named, [post.replace('NAME', 'a')]: '---\ntitle: 甲\n---\n文' });
    expect(
      others.filter((path) => !lost.includes(path)),
      system,
    ).toEqual([]);
  }
});

test('folders of drafts are public where Hexo is told to show them, but not marked ones', async () => {
  const config = { '_config.yml': 'render_drafts: true\n' };
  const { shown } = await titlesOf({
    ...config,
    'source/_drafts/a.md': '---\ntitle: 给人看\n---\n一',
    'source/_drafts/b.md': '---\ntitle: 不给\npublished: false\n---\n二',
    'source/_posts/c.md': '---\ntitle: 丙\n---\n三',
  });
  expect(shown.sort()).toEqual(['丙', '给人看']);
});

test('a broken mark of a file keeps the file out, with its line', async () => {
  const { all, lost } = await titlesOf({
    'a.md': '{\n  "title": "甲",\n  "draft": true,,\n}\n正文',
    'b.md': '+++\ntitle = "乙"\ndraft = tru\n+++\n正文',
    'c.md': '{% note %}\n字\n{% endnote %}',
  });
  expect(all).toEqual(['c']);
  expect(lost).toEqual(['a.md', 'b.md']);
});
