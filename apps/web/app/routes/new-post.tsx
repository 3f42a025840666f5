import type { MetaFunction } from 'react-router';
import { NotYetOpen } from '../features/asks-login/not-yet-open.tsx';
import { siteFrom } from '../shell/page-meta.ts';

export const meta: MetaFunction = ({ matches }) => [
  { title: siteFrom(matches)?.name ?? '' },
  { name: 'robots', content: 'noindex' },
];

export default function NewPostRoute() {
  return (
    <NotYetOpen
      title="写文章"
      line="不急着寄到的信，慢慢写。"
      reason="暂无发布权限,请先登录"
      coming="写文章的案头还没有摆好。开放之后，写到一半的字会随写随存。"
      instead={{ to: '/archive', words: '翻翻归档' }}
    />
  );
}
