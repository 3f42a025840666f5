import type { FileItem, FilePlace } from '@mojian/contract/core/uploads';

export const placeNames: Record<FilePlace, string> = {
  articles: '文章',
  drafts: '草稿',
  revisions: '历史版本',
  says: '说说',
  comments: '评论',
  chatMessages: '聊天',
  reports: '举报的摘录',
  users: '头像或封面',
  applications: '注册申请',
  links: '友链',
  navigationSites: '导航',
  stickers: '表情包',
  settings: '站点设置',
};

export function usageText({ place, title }: FileItem['uses'][number]) {
  return title === '' ? placeNames[place] : `${placeNames[place]}《${title}》`;
}

export function fileStateText(
  { uses, useCount, createdAt }: Pick<FileItem, 'uses' | 'useCount' | 'createdAt'>,
  now = Date.now(),
) {
  const [first] = uses;
  if (first) return useCount > 1 ? `${useCount} 处使用` : `${usageText(first)}在用`;
  const days = Math.floor((now - Date.parse(createdAt)) / 86_400_000);
  return days < 1 ? '未使用，今天上传' : `未使用，上传 ${days} 天`;
}

/** First characters of the key, enough to tell pictures apart. */
export function shortKey({ key }: Pick<FileItem, 'key'>) {
  return key.slice(3, 11);
}

/** Says why a file was not taken where only pictures are. */
export function notAPicture({ name }: { name: string }) {
  return `「${name}」不是图片，没有添加`;
}

/** Tabs of the files' screen: everything, a group each, and what nothing uses; each with its words while it is empty. */
export const fileTabs = [
  {
    value: '',
    label: '全部',
    empty: '这里还空着。上传的和已经公开的都会在这里；只在别人没发布的草稿里用着的，不列出来',
  },
  { value: 'picture', label: '图片', empty: '还没有图片。写文章时拖进去的，发布之后就在这里' },
  { value: 'document', label: '文件', empty: '还没有文件。PDF、课件与压缩包，写文章时拖进去，发布之后就在这里' },
  { value: 'sound', label: '声音', empty: '还没有录音。mp3 与 m4a，写文章时拖进去，发布之后就在这里' },
  { value: 'film', label: '影片', empty: '还没有影片。mp4 与 webm，写文章时拖进去，发布之后就在这里' },
  { value: 'unused', label: '没用到', empty: '没有闲着的，传过的都用上了' },
];
