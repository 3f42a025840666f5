import type { MetaFunction } from 'react-router';
import { NotYetOpen } from '../features/asks-login/not-yet-open.tsx';
import { pageMeta, siteFrom } from '../shell/page-meta.ts';

export const meta: MetaFunction = ({ matches }) => [
  ...pageMeta({ site: siteFrom(matches), title: '添加说说', path: '/newSays' }),
  { name: 'robots', content: 'noindex' },
];

export default function NewSayRoute() {
  return (
    <NotYetOpen
      title="添加说说"
      line="不用写完整，写到想停的地方就好。"
      reason="登录之后，可以写一条说说，配上几张图，记下写它的地方。"
      coming="写说说的地方还没有摆好，先看看别人写下的吧。"
      instead={{ to: '/say', words: '回到说说' }}
    />
  );
}
