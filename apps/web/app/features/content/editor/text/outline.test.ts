import { expect, test } from 'vitest';
import { stateOf } from './commands/try-command.ts';
import { readOutline } from './outline.tsx';

const outline = (written: string) => {
  const { headings, current } = readOutline(stateOf(written));
  return { current, headings: headings.map(({ level, text }) => `${level} ${text}`) };
};

test('headings of both kinds are listed in plain words, without their ids, and those in code are none', () => {
  const text =
    '# 一 **粗** `码` {#id}\n\n二\n==\n\n```\n# 不是\n```\n\n    # 也不是\n\n> ### 引里 ###\n\n- ## [链](x)‸\n\n##';
  expect(outline(text)).toEqual({ current: 3, headings: ['1 一 粗 码', '1 二', '3 引里', '2 链', '2 '] });
});

test('before the first heading none is current, and an empty text has none', () => {
  expect(outline('字‸\n\n# 一')).toEqual({ current: -1, headings: ['1 一'] });
  expect(outline('‸')).toEqual({ current: -1, headings: [] });
});

test('the outline lists the first two thousand of ten thousand headings', () => {
  expect(outline('# 题\n\n'.repeat(10_000)).headings).toHaveLength(2000);
});
