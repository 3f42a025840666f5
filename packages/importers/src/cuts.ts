import { longestName } from '@mojian/contract/platform/rules';
import type { Item } from './form.ts';

type Line = [label: string, text: string, most: number];

/** Lines of an item of another system that have a longest length here; an own export fits. */
function linesOf(item: Item): Line[] {
  if ('own' in item && item.own) return [];
  switch (item.kind) {
    case 'link':
      return item.createdAt === undefined
        ? [
            ['名字', item.name, 60],
            ['介绍', item.intro, 200],
            ['分组', item.group, longestName],
          ]
        : [];
    case 'person':
      return [['介绍', item.intro, 200]];
    case 'message':
      return [['留言', item.text, 2000]];
    case 'say':
      return [['正文', item.text, 20_000]];
    default:
      return [];
  }
}

/** Says which lines of an item are longer than they may be here. */
export function cutsOf(item: Item): string[] {
  const long = linesOf(item).filter(([, text, most]) => text.trim().length > most);
  return long.map(([label, , most]) => `${label}太长，只留下前 ${most} 个字`);
}
