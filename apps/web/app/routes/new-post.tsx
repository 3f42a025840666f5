import { lazy, Suspense, useEffect, useState } from 'react';
import { type MetaFunction, useLocation, useNavigate, useSearchParams } from 'react-router';
import { httpApi, loadApi } from '../api/http-api.ts';
import { readId } from '../api/load.ts';
import type { EditorDeps } from '../features/content/editor/context.ts';
import { MembersFrame, MembersOnly } from '../features/core/asks-login/asks-login.tsx';
import { useUser } from '../session/session.ts';
import { siteFrom, useSite } from '../shell/page-meta.ts';
import { usePart } from '../ui/loading.ts';
import '../features/content/editor/editor.css';

/** Not in the readers' bundle. */
const EditorScreen = lazy(() =>
  import('../features/content/editor/editor-screen.tsx').then((part) => ({ default: part.EditorScreen })),
);

export const meta: MetaFunction = ({ matches }) => [
  { title: siteFrom(matches)?.name ?? '' },
  { name: 'robots', content: 'noindex' },
];

const frame = { title: '写文章', line: '不急着寄到的信，慢慢写。' };
const loadMemberButtons = () => import('../shell/deferred/member-buttons.tsx');

function MemberButtons() {
  const part = usePart(loadMemberButtons);
  return part && <part.LiveMemberButtons />;
}

/** No key waits for it: loaded once the editor stands, again where it did not come. */
const loadUploads = () => import('../api/upload.ts');

const calls: Omit<EditorDeps, 'siteOrigin'> = {
  calls: httpApi,
  reading: loadApi,
  upload: async (...args) => (await loadUploads()).uploadPicture(...args),
  readMarkdownFile: async (...args) => (await loadUploads()).uploadMarkdownFile(...args),
  MemberButtons,
};

export default function NewPostRoute() {
  const [query] = useSearchParams();
  const site = useSite();
  const [deps] = useState<EditorDeps>(() => ({ ...calls, siteOrigin: new URL(site.url).origin }));
  const { writer, onStranger } = useWriter();
  const id = readId(query.get('id'));
  const kind = query.get('kind') === 'page' ? 'page' : 'article';
  if (writer) {
    return (
      <Suspense fallback={<main id="main" className="editor column" aria-busy="true" data-own-foot />}>
        <EditorScreen key={writer.id} me={writer} id={id} kind={kind} deps={deps} site={site} onStranger={onStranger} />
      </Suspense>
    );
  }
  return (
    <MembersOnly
      {...frame}
      reason="暂无发布权限,请先登录"
      slip="登录后可写"
      instead={{ to: '/archive', words: '查看归档' }}
      waiting={<MembersFrame {...frame} />}
    >
      {() => null}
    </MembersOnly>
  );
}

/**
 * The member who opened the editor. It stays when the session ends or changes: the text remains, and a login happens on
 * top.
 */
function useWriter() {
  const user = useUser();
  const [writer, setWriter] = useState(user);
  const { key } = useLocation();
  const navigate = useNavigate();
  const [left, setLeft] = useState('');
  // after leaving, not at the press: the editor stores its text first, and its address is another member's
  if (user && (!writer || (left && left !== key))) {
    setLeft('');
    setWriter(user);
  }
  useEffect(() => {
    if (!writer) return;
    loadUploads().catch(() => {});
    const stay = (event: Event) => event.preventDefault();
    addEventListener('mojian:entered', stay);
    return () => removeEventListener('mojian:entered', stay);
  }, [writer]);
  const onStranger = () => {
    setLeft(key);
    void navigate('/newposts');
  };
  return { writer, onStranger };
}
