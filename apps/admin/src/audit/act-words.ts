/** Nouns of acts, in the order of the menu. */
export const nounWords: Record<string, string> = {
  articles: '文章',
  categories: '分类',
  tags: '标签',
  series: '专栏',
  comments: '评论',
  says: '说说',
  board: '留言板',
  chat: '聊天室',
  links: '友链',
  navigation: '导航',
  notices: '通知',
  feedback: '反馈',
  reports: '举报',
  users: '用户',
  files: '文件',
  settings: '站点设置',
  jobs: '定时任务',
  outbox: '发件箱',
  backups: '备份',
  system: '系统',
};

const verbWords: Record<string, string> = {
  save: '保存',
  create: '新建',
  remove: '删除',
  restore: '恢复',
  release: '通过',
  refuse: '退回',
  merge: '合并',
  disable: '停用',
  enable: '恢复',
  role: '改角色',
  logout: '退出登录',
  reset: '重设密码的链接',
  note: '写备注',
  unnote: '删备注',
};

/** Whatever has no words yet is told as it is written. */
export function actWords(act: string) {
  const [noun = '', verb = ''] = act.split('.');
  return `${nounWords[noun] ?? noun} · ${verbWords[verb] ?? verb}`;
}

const kindWords: Record<string, string> = {
  article: '文章',
  category: '分类',
  tag: '标签',
  comment: '评论',
  say: '说说',
  board: '留言',
  chat: '聊天',
  link: '友链',
  user: '用户',
  feedback: '反馈',
  report: '举报',
  file: '文件',
};

/** What was acted upon, in words: `user:12` called 小林 is 小林. */
export function subjectWords(subject: string, title: string) {
  const [kind = '', ...rest] = subject.split(':');
  return title || (rest.length > 0 ? `${kindWords[kind] ?? kind} ${rest.join(':')}` : subject);
}
