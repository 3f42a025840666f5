/** What may be done to writings, in words. */
const moderated = { release: '通过', hold: '隐藏', remove: '删除' };

/** Every act of the back office that is written down, in words: the nouns in the order of the menu. */
export const acts = {
  articles: {
    title: '文章',
    verbs: {
      approve: '通过',
      refuse: '退回',
      publish: '发布',
      withdraw: '撤回',
      pin: '置顶',
      unpin: '取消置顶',
      recommend: '推荐',
      unrecommend: '取消推荐',
      feature: '加入轮播',
      unfeature: '移出轮播',
      carousel: '调整轮播',
      category: '修改分类',
      tag: '添加标签',
      untag: '移除标签',
      revert: '恢复到之前的版本',
      trash: '移到回收站',
      restore: '恢复',
      purge: '彻底删除',
      import: '导入',
    },
  },
  categories: { title: '分类', verbs: { create: '新建', update: '修改', order: '调整顺序', remove: '删除' } },
  tags: { title: '标签', verbs: { rename: '改名', merge: '合并', remove: '删除' } },
  series: {
    title: '专栏',
    verbs: { create: '新建', update: '修改', order: '调整顺序', fill: '添加与移除文章', remove: '删除' },
  },
  comments: { title: '评论', verbs: { ...moderated, restore: '恢复' } },
  says: { title: '说说', verbs: moderated },
  board: { title: '留言板', verbs: moderated },
  chat: { title: '聊天室', verbs: { release: '通过', remove: '移除' } },
  links: {
    title: '友链',
    verbs: {
      approve: '通过',
      refuse: '拒绝',
      remove: '删除',
      add: '新建',
      change: '修改',
      arrange: '调整顺序',
    },
  },
  navigation: {
    title: '导航',
    verbs: {
      addGroup: '新建一组',
      changeGroup: '改一组的名字',
      removeGroup: '删除一组',
      addSite: '新建',
      changeSite: '修改',
      removeSite: '删除',
      arrange: '调整顺序',
    },
  },
  notices: { title: '通知', verbs: { send: '发送', undo: '撤回' } },
  feedback: { title: '反馈', verbs: { answer: '答复' } },
  reports: { title: '举报', verbs: { settle: '标为已处理', reopen: '重新打开', remove: '移除内容' } },
  users: {
    title: '用户',
    verbs: {
      disable: '停用',
      enable: '恢复',
      mute: '禁言',
      unmute: '解除禁言',
      role: '修改角色',
      logout: '退出登录',
      reset: '重设密码的链接',
      note: '写备注',
      unnote: '删备注',
      merge: '合并账号',
      approve: '通过注册',
      refuse: '拒绝注册',
      invite: '新建邀请码',
      revoke: '作废邀请码',
    },
  },
  files: { title: '文件', verbs: { remove: '删除' } },
  settings: { title: '站点设置', verbs: { save: '保存', test: '测试' } },
  setup: { title: '建站', verbs: { done: '做完一步', skipped: '跳过一步', finish: '结束' } },
  sample: { title: '示例内容', verbs: { remove: '删除' } },
  audit: { title: '操作记录', verbs: { download: '导出' } },
  jobs: { title: '定时任务', verbs: { run: '立即执行' } },
  outbox: { title: '发件箱', verbs: { retry: '重试', drop: '放弃' } },
  backups: {
    title: '备份',
    verbs: {
      create: '备份',
      prove: '试恢复',
      restore: '恢复',
      download: '下载',
      upload: '上传',
      remove: '删除',
    },
  },
  content: { title: '全部内容', verbs: { download: '导出', import: '导入' } },
  system: {
    title: '系统',
    verbs: { 'clear-pages': '清空页面缓存', 'rebuild-search': '重建检索', 'ask-updates': '检查新版本' },
  },
} as const satisfies Record<string, { title: string; verbs: Record<string, string> }>;

type Acts = typeof acts;

/** Noun and verb, as `users.disable`. */
export type ActName = { [Noun in keyof Acts]: `${Noun}.${keyof Acts[Noun]['verbs'] & string}` }[keyof Acts];

type Words = Record<string, { title: string; verbs: Record<string, string> }>;

/** Noun and verb in words. What an older site wrote down and nobody does any more is told as it is written. */
export function actWords(act: string) {
  const [noun = '', verb = ''] = act.split('.');
  const known = (acts as Words)[noun];
  return `${known?.title ?? noun} · ${known?.verbs[verb] ?? verb}`;
}
