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
  add: '新建',
  create: '新建',
  update: '修改',
  change: '修改',
  rename: '改名',
  remove: '删除',
  erase: '彻底删除',
  trash: '移到回收站',
  restore: '恢复',
  order: '排次序',
  arrange: '排次序',
  merge: '合并',
  import: '导入',
  release: '通过',
  hold: '隐藏',
  reopen: '重新打开',
  approve: '通过',
  refuse: '退回',
  publish: '发布',
  withdraw: '收回',
  pin: '置顶',
  category: '改分类',
  settle: '了结',
  answer: '答复',
  send: '发送',
  undo: '取回',
  addGroup: '新建一组',
  changeGroup: '修改一组',
  removeGroup: '删除一组',
  addSite: '新建',
  changeSite: '修改',
  removeSite: '删除',
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
