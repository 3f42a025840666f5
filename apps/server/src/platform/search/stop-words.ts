/** What a question is asked with, and says nothing of what it is about. */
const words =
  '怎样 怎么 怎么样 怎么办 怎 如何 为何 为什么 什么 什么样 什么是 是什么 哪 哪个 哪些 哪里 哪儿 多少 几 谁 何时 何为 何谓 是否 能否 可否 有没有 会不会 能不能 可不可以 ' +
  '吗 呢 吧 啊 呀 嘛 么 了 的 地 得 着 过 之 与 和 及 或 以及 还是 而 且 但 也 都 就 才 又 再 还 很 太 更 最 ' +
  '是 在 有 没有 把 被 给 让 从 到 对 向 为 用 以 于 由 跟 比 等 要 该 会 能 可以 应该 需要 想 请 请问 一下 一个 一种 这 那 这个 那个 这些 那些 这样 那样 ' +
  '我 你 他 她 它 我们 你们 他们 自己 人 关于 使用 进行 做 时 时候 里 中 上 下 后 前 不 不会 不能 时间 问题 方法 ' +
  'a an the is are was were be been do does did can could should would will may how what why when where which who whom ' +
  'to of in on at for from with without by as and or but if then than that this these those it its i my me you your we our they their not no so about into there here';

const known = new Set(words.split(' '));

/** Whether a word may be left out of a search: all that is left of it still says what is looked for. */
export function isStopWord(word: string) {
  return known.has(word);
}
