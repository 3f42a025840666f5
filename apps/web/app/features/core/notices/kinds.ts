import type { UnreadNotices } from '@mojian/contract/core/notices';
import { noticeKinds } from '@mojian/contract/platform/rules';

type Kind = { type: number; name: keyof UnreadNotices; words: string; icon: string; empty: string };

/** The kinds of notices in the order of their menu. */
export const kinds: [Kind, ...Kind[]] = [
  { type: noticeKinds.system, name: 'system', words: '系统', icon: 'bell', empty: '站里一切如常，没有要告诉你的事。' },
  {
    type: noticeKinds.comment,
    name: 'comment',
    words: '评论',
    icon: 'talk',
    empty: '谁在你的文章下接了话，会送到这里。',
  },
  {
    type: noticeKinds.follow,
    name: 'follow',
    words: '关注',
    icon: 'user',
    empty: '谁关注了你，你关注的人写了新的，会送到这里。',
  },
  { type: noticeKinds.like, name: 'like', words: '点赞', icon: 'heart', empty: '谁喜欢了你的字，会送到这里。' },
  { type: noticeKinds.collect, name: 'collect', words: '收藏', icon: 'star', empty: '谁收下了你的文章，会送到这里。' },
];

/** The kind an address asks for: `?type=3`. Anything else is the first. */
export function kindOf(type: string | null) {
  return kinds.find((kind) => String(kind.type) === type) ?? kinds[0];
}
