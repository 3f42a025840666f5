import { type Notice, noticeKinds } from '@mojian/contract/notices';

/** Who did it: 「A」、「A、B」、「A、B 等 12 人」. */
export function whoDid({ kind, actors, count }: Pick<Notice, 'kind' | 'actors' | 'count'>) {
  if (kind === noticeKinds.system && actors.length === 0) return '系统';
  const names = actors.slice(0, 2).map(({ nickname }) => nickname);
  return count > 2 ? `${names.join('、')} 等 ${count} 人` : names.join('、');
}

/** What they did, and to what: the address it leads to tells. */
export function whatHappened({ kind, link, title }: Pick<Notice, 'kind' | 'link' | 'title'>) {
  if (kind === noticeKinds.follow) return '关注了你';
  if (kind === noticeKinds.collect) return '收藏了你的文章';
  if (kind === noticeKinds.like) return `赞了你的${whereIn(link)}`;
  if (kind === noticeKinds.comment) return link.startsWith('/say') ? '在说说下接了话' : '在文章下接了话';
  return title || '有一条通知';
}

function whereIn(link: string) {
  if (link.includes('#comment')) return '评论';
  return link.startsWith('/say') ? '说说' : '文章';
}
