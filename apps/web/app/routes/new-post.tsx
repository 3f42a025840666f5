import { lazy, Suspense, useMemo } from 'react';
import { type MetaFunction, useSearchParams } from 'react-router';
import { MembersFrame } from '../features/asks-login/members-frame.tsx';
import { MembersOnly } from '../features/asks-login/members-only.tsx';
import type { EditorParts } from '../features/editor/editor-parts.ts';
import { httpApi, loadApi } from '../http-api.ts';
import { siteFrom } from '../shell/page-meta.ts';
import { useSite } from '../shell/use-site.ts';
import { uploadPicture } from '../upload.ts';

/** Readers have no use for it. */
const EditorScreen = lazy(() =>
  import('../features/editor/editor-screen.tsx').then((part) => ({ default: part.EditorScreen })),
);

export const meta: MetaFunction = ({ matches }) => [
  { title: siteFrom(matches)?.name ?? '' },
  { name: 'robots', content: 'noindex' },
];

const frame = { title: '写文章', line: '不急着寄到的信，慢慢写。' };
const calls = { calls: httpApi, reading: loadApi, upload: uploadPicture };

export default function NewPostRoute() {
  const siteOrigin = new URL(useSite().url).origin;
  const parts: EditorParts = useMemo(() => ({ ...calls, siteOrigin }), [siteOrigin]);
  const [query] = useSearchParams();
  const asked = query.get('id') ?? '';
  const id = /^[1-9]\d{0,8}$/.test(asked) ? Number(asked) : undefined;
  return (
    <MembersOnly
      {...frame}
      reason="暂无发布权限,请先登录"
      instead={{ to: '/archive', words: '翻翻归档' }}
      waiting={<MembersFrame {...frame} />}
    >
      {(me) => (
        <Suspense>
          <EditorScreen key={`${me.id} ${id}`} me={me} id={id} parts={parts} />
        </Suspense>
      )}
    </MembersOnly>
  );
}
