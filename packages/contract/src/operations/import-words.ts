import type { importedKinds, importOutcomes, runStates } from './imports.ts';

type Kind = (typeof importedKinds)[number];
type Outcome = (typeof importOutcomes)[number];

/** Kinds of imported things on the screen, in the terminal and in reports. */
export const kindWords: Record<Kind, string> = {
  article: '文章',
  page: '页面',
  comment: '评论',
  say: '说说',
  message: '留言',
  link: '友链',
  person: '用户',
  category: '分类',
  tag: '标签',
  series: '专栏',
  navigation: '导航',
  sticker: '表情',
  picture: '图片',
  setting: '设置',
  redirect: '跳转',
};

export const outcomeWords: Record<Outcome, string> = {
  added: '新增',
  updated: '更新',
  unchanged: '未变',
  skipped: '跳过',
  waiting: '等文章',
  failed: '失败',
};

export const runWords: Record<(typeof runStates)[number], string> = {
  running: '正在导入',
  paused: '暂停了',
  done: '完成',
  failed: '没有完成',
  undoing: '正在撤销',
  undone: '已撤销',
};

/** States of an article that an import brings. */
export const articleStateWords = {
  published: '公开',
  scheduled: '定时',
  draft: '草稿',
  private: '仅自己可读',
} as const;

type Count = { kind: Kind } & Record<Outcome | 'inFile', number>;

/** Joins the numbers of one outcome, such as `文章 20、评论 134`; '' when there are none. */
export function joinCounts(counts: Count[], outcome: Outcome | 'inFile') {
  return counts
    .filter((count) => count[outcome] > 0)
    .map((count) => `${kindWords[count.kind]} ${count[outcome].toLocaleString('zh-CN')}`)
    .join('、');
}

/** Whether a run changed anything here that an undo could take back. One that did not end may have stored more than it counted. */
export function canUndo({ state, counts }: { state: (typeof runStates)[number]; counts: Count[] }) {
  if (state === 'running' || state === 'undone') return false;
  return state !== 'done' || counts.some(({ added, updated, waiting }) => added + updated + waiting > 0);
}

/** Time that pictures of one host take, at one a second. */
export function fetchingTime(pictures: number) {
  const minutes = Math.ceil(pictures / 60);
  if (minutes <= 1) return '大约一分钟';
  return minutes < 90 ? `大约 ${minutes} 分钟` : `大约 ${Math.round(minutes / 60)} 小时`;
}
