import { longestName, mostTags } from '@mojian/contract/platform/rules';

/** The names in what was typed or pasted, parted by commas of either width, 、, semicolons or line breaks. */
export function namesIn(text: string) {
  return text
    .split(/[,，、;；\r\n]/)
    .map((name) => name.replace(/\s+/g, ' ').trim().replace(/^#+/, ''))
    .filter(Boolean);
}

/** The tags with new ones added, as far as they may be, and why some may not. One that is there already adds nothing. */
export function withTags(tags: string[], names: string[]) {
  const fresh = [...new Set(names)].filter((name) => !tags.includes(name));
  const tooLong = fresh.find((name) => name.length > longestName);
  const fitting = fresh.filter((name) => name.length <= longestName);
  const room = mostTags - tags.length;
  const error =
    fitting.length > room
      ? `标签最多 ${mostTags} 个，「${fitting[room]}」没有添加`
      : tooLong && `标签不能超过 ${longestName} 个字`;
  return { tags: [...tags, ...fitting.slice(0, room)], error, left: tooLong ?? fitting[room] ?? '' };
}

/** Known tags that fit what is typed: those that begin with it first, the most used first. */
export function suggestionsFor(typed: string, known: string[], chosen: string[], most = 6) {
  const sought = typed.trim().toLowerCase();
  const free = known.filter((name) => !chosen.includes(name) && name.toLowerCase().includes(sought));
  const begins = (name: string) => name.toLowerCase().startsWith(sought);
  return [...free.filter(begins), ...free.filter((name) => !begins(name))].slice(0, most);
}
