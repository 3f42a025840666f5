/** A search engine: its words go into `param` of `url`'s query. */
export type Engine = { name: string; url: string; param: string };

export const engines = [
  { name: '百度', url: 'https://www.baidu.com/s', param: 'wd' },
  { name: 'Bing', url: 'https://www.bing.com/search', param: 'q' },
  { name: 'Google', url: 'https://www.google.com/search', param: 'q' },
  { name: '知乎', url: 'https://www.zhihu.com/search', param: 'q' },
  { name: 'GitHub', url: 'https://github.com/search', param: 'q' },
  { name: '哔哩哔哩', url: 'https://search.bilibili.com/all', param: 'keyword' },
  { name: '掘金', url: 'https://juejin.cn/search', param: 'query' },
] as const satisfies Engine[];

export function searchAddress({ url, param }: Engine, words: string) {
  return `${url}?${new URLSearchParams({ [param]: words })}`;
}
