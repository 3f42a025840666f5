import type { MetaFunction } from 'react-router';
import { NotYetOpen } from '../features/asks-login/not-yet-open.tsx';
import { siteFrom } from '../shell/page-meta.ts';

export const meta: MetaFunction = ({ matches }) => [
  { title: siteFrom(matches)?.name ?? '' },
  { name: 'robots', content: 'noindex' },
];

export default function ChatRoute() {
  return (
    <NotYetOpen
      title="聊天室"
      line="围着一壶茶，说几句不必写下来的话。"
      reason="登录之后，可以进茶座聊天，也可以和一个人单独说话。"
      coming="茶座还在收拾，桌椅摆好就开门。私聊与公共聊天室会一起来。"
      instead={{ to: '/message', words: '看看留言板' }}
    />
  );
}
