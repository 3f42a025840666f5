import { lazy, Suspense } from 'react';
import { Link, type MetaFunction, useNavigate, useSearchParams } from 'react-router';
import { httpApi, loadApi } from '../api/http-api.ts';
import { inBrowser, readId } from '../api/load.ts';
import { onServer } from '../api/load-on-server.ts';
import { loadWhenOn } from '../api/load-when-on.ts';
import { uploadPicture } from '../api/upload.ts';
import type { NewSayDeps } from '../features/community/says/write/say-form.tsx';
import { MembersFrame, MembersOnly } from '../features/core/asks-login/asks-login.tsx';
import { pageMeta, siteFrom } from '../shell/page-meta.ts';
import '../features/community/says/write/new-say.css';

/** Not in the visitors' bundle. */
const NewSayScreen = lazy(() =>
  import('../features/community/says/write/new-say-screen.tsx').then((part) => ({ default: part.NewSayScreen })),
);

const load = loadWhenOn('says');
export const loader = onServer(load);
export const clientLoader = inBrowser(load);

export const meta: MetaFunction = ({ matches }) => [
  ...pageMeta({ site: siteFrom(matches), title: '添加说说', path: '/newSays' }),
  { name: 'robots', content: 'noindex' },
];

const frame = { title: '添加说说', line: '不用写完整，写到想停的地方就好。' };
const deps: NewSayDeps = { calls: httpApi.says, reading: loadApi.says, upload: uploadPicture };

export default function NewSayRoute() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const id = readId(query.get('id'));
  return (
    <MembersOnly
      {...frame}
      reason="登录之后，可以写一条说说，配上几张图，记下写它的地方。"
      slip="登录后可写"
      instead={{ to: '/say', words: '返回说说' }}
      waiting={<MembersFrame {...frame} />}
    >
      {(me) => (
        <main id="main" className="wrap says new-say">
          <header className="page-head">
            <div>
              <h1>{id === undefined ? frame.title : '编辑说说'}</h1>
              <p>{frame.line}</p>
            </div>
            <Link className="btn quiet" to="/say">
              返回说说
            </Link>
          </header>
          <Suspense>
            <NewSayScreen key={`${me.id} ${id}`} me={me} id={id} deps={deps} leave={() => void navigate('/say')} />
          </Suspense>
        </main>
      )}
    </MembersOnly>
  );
}
