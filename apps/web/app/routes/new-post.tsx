import type { MetaFunction } from 'react-router';
import { AsksLogin } from '../features/asks-login/asks-login.tsx';
import { siteFrom } from '../shell/page-meta.ts';

export const meta: MetaFunction = ({ matches }) => [
  { title: siteFrom(matches)?.name ?? '' },
  { name: 'robots', content: 'noindex' },
];

export default function NewPostRoute() {
  return (
    <AsksLogin
      title="写文章"
      line="不急着寄到的信，慢慢写。"
      reason="暂无发布权限,请先登录"
      instead={{ to: '/archive', words: '翻翻归档' }}
    />
  );
}
