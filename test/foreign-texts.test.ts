import { parseDate } from '@mojian/foreign-files/markdown/fields';
import { listMediaAddresses } from '@mojian/foreign-files/markdown/pictures';
import { plainTitle } from '@mojian/foreign-files/markdown/read-document';
import { expect, test } from 'vitest';
import { excerpt, linkMentions, withUgcLinks } from '../apps/server/src/content/text/comment-text.ts';
import { plainTextOfHtml } from '../apps/server/src/content/text/plain-text.ts';
import { linksIn } from '../apps/server/src/content/text/text-tasks.ts';
import { feedHtml } from '../apps/server/src/pages/feeds/feed.ts';
import { withoutSecrets } from '../apps/server/src/platform/logs/log-ring.ts';
import { ownScripts } from '../apps/server/src/platform/render/page.ts';

/** Functions whose input is somebody else's text, or derived from it. */
const readers: Record<string, (text: string) => unknown> = {
  plainTextOfHtml,
  excerpt,
  withUgcLinks,
  listMediaAddresses,
  parseDate,
  plainTitle,
  withoutSecrets,
  linkMentions: (text) => linkMentions(text, [{ id: 1, nickname: '小林' }]),
  linksIn: (text) => linksIn({ html: text, siteUrl: 'https://mojian.example' }),
  feedHtml: (text) => feedHtml(text, { url: 'https://mojian.example/article/1', locked: false }),
  ownScripts: (text) => ownScripts(text, 'mark'),
};

const repeated = [
  '<',
  '<a ',
  '<a href="https:',
  '<p ',
  '<svg',
  '<pre',
  '<span ',
  '<button',
  '<style>',
  '<script>',
  '</',
  '&#',
  '![',
  '![](',
  '![a](b',
  '[![',
  '.png?',
  '.png ',
  '](',
  '"',
  "'",
  '`',
  '**',
  'a.',
  'a-',
  'a@',
  'a@a.',
  '://',
  'Z(',
  'code',
  'code"',
  'token=',
  '@',
  '\\',
  ' ',
  '\n',
  '1',
  '1.',
  '「',
];

test.each(Object.keys(readers))('%s reads 100 KB of anything in a moment', (name) => {
  const slow = repeated.filter((word) => {
    const text = `A 2024 ![](${word.repeat(100_000 / word.length)}\u0001`;
    const before = process.cpuUsage();
    readers[name]?.(text);
    const { user, system } = process.cpuUsage(before);
    return user + system > 300_000;
  });
  expect(slow).toEqual([]);
});
