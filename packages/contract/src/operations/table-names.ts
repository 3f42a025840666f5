/** Display names of tables; the rest is summed as 「其他」. */
const names: Record<string, string> = {
  users: '用户',
  articles: '文章',
  drafts: '草稿',
  revisions: '历史版本',
  categories: '分类',
  tags: '标签',
  series: '专栏',
  comments: '评论',
  says: '说说',
  boardMessages: '留言',
  rooms: '聊天的房间',
  chatMessages: '聊天',
  links: '友链',
  navigationSites: '导航',
  follows: '关注',
  likes: '点赞',
  collects: '收藏',
  highlights: '划线',
  notices: '通知',
  importRuns: '搬家的次数',
  waitingComments: '等文章的评论',
  feedback: '反馈',
  reports: '举报',
  files: '图片',
  alertChannels: '站外提醒',
  accessKeys: '程序访问的钥匙',
  settings: '站点设置',
  sessions: '登录',
  passkeys: '通行密钥',
  auditLog: '操作记录',
  visitDays: '访问的天数',
};

export type Change = { name: string; now: number; later: number };

/** Rows of the preview of a restore: known tables by name, all others summed as 「其他」. Tables empty before and after are left out. */
export function namedChanges(tables: Change[]): Change[] {
  const filled = tables.filter((table) => table.now > 0 || table.later > 0);
  const named = Object.keys(names).flatMap((key) =>
    filled.filter(({ name }) => name === key).map((table) => ({ ...table, name: names[key] ?? key })),
  );
  const others = filled.filter(({ name }) => !Object.hasOwn(names, name));
  const sum = (field: 'now' | 'later') => others.reduce((total, table) => total + table[field], 0);
  return others.length === 0 ? named : [...named, { name: '其他', now: sum('now'), later: sum('later') }];
}
