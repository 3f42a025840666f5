/** What is done after something was saved, as the server names it, in words. */
export const kinds: Record<string, string> = {
  'send-mail': '寄信',
  'mail-replies': '回复的信',
  'drop-pages': '重做页面',
  live: '推送动静',
  'poke-feed': '聊天推送',
  'keep-link-picture': '留友链头像',
  'build-data-archive': '打包数据',
  'drop-unshown-picture': '清理图片',
  'tell-followers': '告诉关注者',
  'untell-followers': '收回通知',
  'tell-index-now': '告诉搜索引擎',
  'tell-baidu': '告诉百度',
};
