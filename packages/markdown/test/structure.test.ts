import { expect, test } from 'vitest';
import { structureOf } from '../src/structure.ts';

test('definitions of links do not count as blocks, since each costs no rule that runs', () => {
  const text = '# 题\n\n见 [链接][甲]。\n\n> 引文\n';
  const { blocks } = structureOf(text);
  const definitions = Array.from({ length: 500 }, (_, index) => `[${index}]: https://a.cn/${index}`).join('\n');
  expect(structureOf(`${text}\n[甲]: /a "题"\n`).blocks).toBe(blocks);
  expect(structureOf(`${definitions}\n\n${text}>\n> [乙]: /b\n\n${definitions}`).blocks).toBe(blocks);
});
