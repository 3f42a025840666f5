import type { Notice } from '@mojian/contract/core/notices';
import { noticeKinds } from '@mojian/contract/platform/rules';

/** Who did it: 「A」、「A、B」、「A、B 等 12 人」, 「你关注的 A」. */
export function whoDid({ kind, reason, actors, count }: Pick<Notice, 'kind' | 'reason' | 'actors' | 'count'>) {
  if (actors.length === 0) return kind === noticeKinds.system ? '系统' : '有人';
  const names = actors.slice(0, 2).map(({ nickname }) => nickname);
  if (reason === 'published') return `你关注的 ${names[0]}`;
  return count > 2 ? `${names.join('、')} 等 ${count} 人` : names.join('、');
}

type Happened = Pick<Notice, 'kind' | 'reason' | 'subject' | 'link' | 'title'>;

/** What they did, and to what. */
export function whatHappened({ kind, reason, subject, link, title }: Happened) {
  if (kind === noticeKinds.follow) return reason === 'published' ? `发布了《${title}》` : '关注了你';
  if (kind === noticeKinds.collect) return '收藏了你的文章';
  if (kind === noticeKinds.like) return `赞了你的${subject === '' ? '文章' : things[subject]}`;
  if (kind === noticeKinds.comment) return aboutComment[reason](placeOf(subject, link));
  return title || '有一条通知';
}

const things = { article: '文章', say: '说说', comment: '评论', chat: '消息' };

function placeOf(subject: Notice['subject'], link: string) {
  if (subject === 'chat') return '聊天室';
  return link.startsWith('/say') ? '说说' : '文章';
}

const aboutComment: Record<Notice['reason'], (place: string) => string> = {
  own: (place) => `评论了你的${place}`,
  reply: (place) => `在${place}里回复了你`,
  mention: (place) => `在${place}里提到了你`,
  '': (place) => `在${place}里说了话`,
  published: (place) => `发布了${place}`,
};
