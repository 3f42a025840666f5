import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { renderMarkdown, summarize } from '../src/markdown.ts';
import { dangersOf, elementsOf } from './reading.ts';

const folder = new URL('../../../../shared/data/posts-zh/', import.meta.url);
const posts = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md')) : [];

test.skipIf(posts.length === 0)(
  'real posts render whole: headings, code, words and a summary',
  { timeout: 60_000 },
  async () => {
    for (const name of posts) {
      const source = readFileSync(new URL(name, folder), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '');
      const { html, headings, prose, words } = await renderMarkdown(source);
      const elements = elementsOf(html);

      expect(dangersOf(html), name).toEqual([]);
      expect(headings.length, name).toBe(
        source.replaceAll(/^(`{3,})[\s\S]*?^\1/gm, '').match(/^#{1,3} /gm)?.length ?? 0,
      );
      expect(words, name).toBeGreaterThan(200);
      expect(summarize(prose).length, name).toBeGreaterThan(40);
      expect(html, name).not.toMatch(/\{\/\*|```/);
      expect(
        elements.some(({ attributes }) => attributes.class === 'k'),
        name,
      ).toBe(/^```(js|ts)/m.test(source));
    }
  },
);
