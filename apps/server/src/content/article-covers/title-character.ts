/** Words that say nothing of a title's subject: particles, pronouns, prepositions, adverbs, auxiliary verbs. */
const emptyWords = new Set(
  [
    '的 了 着 过 得 地 吗 呢 吧 啊 呀 嘛 么 之 乎 者 也 而 且 与 和 及 或 但 因 所以 因为 如果 虽然 但是 然后 于是 以及 关于 对于',
    '我 你 您 他 她 它 我们 你们 他们 她们 自己 大家 谁 这 那 这个 那个 这些 那些 这样 那样 这里 那里 这么 那么 哪 哪里 哪个 什么 为什么 怎么 怎样 如何 何 几 多少',
    '个 只 张 本 次 种 条 篇 些 位 件 年 月 日 天 第 在 从 到 向 往 把 被 让 给 对 为 用 以 于 由 跟 同 比 除了 通过',
    '是 有 没 没有 不 不是 别 很 太 最 更 都 还 又 就 才 再 会 能 要 可 可以 应该 想 已经 正在 只是 其实 也许 终于 总是 一直 上 下 里 中 后 前 之后 之前 以后 以前',
  ]
    .join(' ')
    .split(' '),
);

const han = /^\p{Script=Han}/u;
const numerals = /^[零〇一二两三四五六七八九十百千万半几第]+/u;
const quoted = /[「『《〈]([^「『《〈」』》〉]+)[」』》〉]/gu;

let words: Intl.Segmenter | undefined;

/**
 * Chooses the character of a title for its cover: the first in quotation marks or a book's name, else that of the first word
 * with a meaning. `has`: whether the typeface has a character.
 */
export function titleCharacter(title: string, has: (character: string) => boolean): string | undefined {
  const isDrawable = (character: string) => han.test(character) && has(character);
  for (const [, text = ''] of title.matchAll(quoted)) {
    const first = [...text].find(isDrawable);
    if (first) return first;
  }
  words ??= new Intl.Segmenter('zh-Hans', { granularity: 'word' });
  for (const { segment } of words.segment(title)) {
    const [first = ''] = segment;
    if (isDrawable(first) && !emptyWords.has(segment.replace(/(?<=.)的$/u, '')) && !numerals.test(segment))
      return first;
  }
  return undefined;
}
