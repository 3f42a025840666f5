/** What is told of an act, field by field, in words. */
export const fieldWords: Record<string, string> = {
  ...{ name: '名字', nickname: '昵称', title: '标题', text: '文字', intro: '简介', url: '网址', avatar: '头像' },
  ...{
    logo: '图标',
    email: '邮箱',
    link: '链接',
    groupName: '组',
    sites: '站点',
    category: '分类',
    tags: '标签',
    names: '名字',
  },
  ...{ role: '角色', reason: '原因', until: '到', session: '设备', by: '方式', into: '合并到', number: '编号' },
  ...{ pinned: '置顶', recommended: '推荐', featured: '轮播', recommend: '同时推荐', state: '状态' },
  ...{ answer: '答复', settledAt: '解决', userId: '收信人', author: '作者', authorId: '作者的编号' },
  ...{ kind: '类别', attempts: '重试次数', failure: '失败原因', ok: '成功', removed: '删除数量', kept: '保留数量' },
  ...{ indexed: '编入几篇', moved: '移走几篇', to: '移到', safety: '恢复之前另存', doubt: '问题', bytes: '大小' },
  ...{
    evenUsed: '包括使用中的',
    owners: '上传者',
    format: '格式',
    who: '操作人',
    what: '操作',
    subject: '对象',
    from: '从',
    days: '时间',
  },
  ...{ articles: '文章', says: '说说', comments: '评论', boardMessages: '留言', likes: '点赞', collects: '收藏' },
  ...{ follows: '关注', fans: '粉丝', notices: '通知', rooms: '私聊', fileOwners: '图片', feedback: '反馈' },
  ...{ isExport: '墨笺的导出', added: '新建几篇', updated: '改了几篇', unchanged: '没变几篇', draft: '成了草稿几篇' },
  ...{ skipped: '跳过几篇', failed: '没成几篇', uses: '可用几次', note: '备注' },
  // an article's own, of one that was taken back to an earlier text
  ...{ markdown: '正文', summary: '摘要', cover: '封面', coverNumber: '画的封面', focusX: '封面焦点（横）' },
  ...{ focusY: '封面焦点（竖）', keywords: '关键词', original: '原创', sourceUrl: '来源', sourceAuthor: '原作者' },
  ...{
    readType: '谁能读',
    slug: '网址别名',
    description: '描述',
    seriesId: '专栏的编号',
    commenting: '评论',
    keptAt: '哪一版',
  },
  ...{ series: '专栏', passkeys: '通行密钥', doubles: '只算一次的', lost: '删除的私聊', renamed: '改了名字的专栏' },
};

/** Of settings that are lists of things. */
export const settingWords: Record<string, string> = {
  ...{ hidden: '隐藏', words: '显示为', to: '地址' },
  ...{ qq: 'QQ', github: 'GitHub', gitee: 'Gitee', wechat: '微信', qqGroup: 'QQ 群' },
};

/** Values that are names, by the field they stand in. */
export const valueWords: Record<string, Record<string, string>> = {
  role: { owner: '站长', admin: '管理员', editor: '编辑', moderator: '版主', member: '会员', demo: '演示' },
  by: { mail: '发邮件', copy: '转交链接' },
  session: { all: '全部设备' },
  state: { approved: '已通过', pending: '待审核', refused: '已拒绝' },
  format: { csv: 'CSV', json: 'JSON' },
  pinned: { 0: '否', 1: '是' },
  recommended: { 0: '否', 1: '是' },
  featured: { 0: '否', 1: '是' },
  commenting: { open: '开放', closed: '关闭', hidden: '不显示' },
  readType: { 0: '人人可读', 1: '评论可读', 2: '点赞可读', 3: '验证码可读', 4: '登录可读', 5: '仅自己' },
};

/** Fields that hold a moment, as ISO 8601 or in milliseconds. */
export const timeFields = ['until', 'settledAt', 'keptAt'];
