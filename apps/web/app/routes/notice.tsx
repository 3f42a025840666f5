import type { MetaFunction } from 'react-router';
import { NotYetOpen } from '../features/asks-login/not-yet-open.tsx';
import { siteFrom } from '../shell/page-meta.ts';

export const meta: MetaFunction = ({ matches }) => [
  { title: siteFrom(matches)?.name ?? '' },
  { name: 'robots', content: 'noindex' },
];

export default function NoticeRoute() {
  return (
    <NotYetOpen
      title="通知"
      line="谁回了你的话，谁喜欢了你的字。"
      reason="登录之后，评论、关注、点赞与系统的通知都会送到这里。"
      coming="评论、关注、点赞与系统的通知，等它们有处可来，就会送到这里。"
      instead={{ to: '/message', words: '看看留言板' }}
    />
  );
}
