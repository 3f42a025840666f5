import type { MetaFunction } from 'react-router';
import { AsksLogin } from '../features/asks-login/asks-login.tsx';
import { siteFrom } from '../shell/page-meta.ts';

export const meta: MetaFunction = ({ matches }) => [
  { title: siteFrom(matches)?.name ?? '' },
  { name: 'robots', content: 'noindex' },
];

export default function UserRoute() {
  return (
    <AsksLogin
      title="个人中心"
      line="自己的字、收藏和来往，都收在这里。"
      reason="登录之后，可以看自己的文章与收藏，关注的人，也可以每天来签到。"
      instead={{ to: '/', words: '回到首页' }}
    />
  );
}
