import { expect, test } from 'vitest';
import { withoutCode } from './drop-code.ts';

function drop(markdown: string) {
  const reasons: string[] = [];
  return { text: withoutCode(markdown, (reason) => reasons.push(reason)), reasons };
}

test('scripts and styles between the words are left out, and said', () => {
  const text = '前\n\n<script src="a.js">\nlet a = 1;\n</script>\n\n<style>b{}</style>\n\n后';
  expect(drop(text)).toEqual({ text: '前\n\n后', reasons: ['里面的脚本和样式没有带过来'] });
});

test.each([
  ['in a fence, on any of its lines', '```html\n<b>\n\n\n\n<script>a</script>\n<style>b{}</style>\n```'],
  ['in a fence within a list', '- 一\n  ~~~\n  <p>\n  <script>a</script>\n  ~~~'],
  ['in a span', '写 `<script>a</script>` 就行'],
  ['that is escaped', '写 \\<script>a</script> 就行'],
  ['without an end', '<script>一\n\n</style>二'],
])('a script %s stays', (_place, text) => {
  expect(drop(text)).toEqual({ text, reasons: [] });
});

test('blank lines of code stay when a script beside it goes', () => {
  expect(drop('<style>a{}</style>\n\n```\n1\n\n\n\n2\n```').text).toBe('```\n1\n\n\n\n2\n```');
});
