/** Display names of outbox entries. */
export const kinds: Record<string, string> = {
  'send-mail': '发邮件',
  'mail-replies': '回复提醒邮件',
  'drop-pages': '更新页面缓存',
  live: '推送实时消息',
  'choose-related': '选相关文章',
  'drop-openings': '整理存了两份的正文',
  'poke-feed': '聊天推送',
  'keep-link-picture': '留友链头像',
  'build-data-archive': '打包数据',
  'propose-claim': '提示认领旧站上的文字',
  'drop-unshown-picture': '清理图片',
  'tell-followers': '告诉关注者',
  'untell-followers': '撤回通知',
  'tell-index-now': '告诉搜索引擎',
  'tell-baidu': '告诉百度',
};
