import { Failure } from '@mojian/contract/platform/failures';
import { isRouteErrorResponse, type MetaFunction, useLoaderData, useNavigate, useRouteError } from 'react-router';
import { inBrowser, type LoadArgs } from '../api/load.ts';
import { onServer } from '../api/load-on-server.ts';
import { LostDraft, SharedDraftScreen } from '../features/content/shared-draft/shared-draft-screen.tsx';
import '../features/content/article/article-head.css';
import '../features/content/article/article-end.css';
import '../features/content/article/article-screen.css';

const load = ({ api, params: { token = '' } }: LoadArgs) => {
  if (!/^[\w-]{20,100}$/.test(token)) throw new Failure('not-found');
  return api.shares.show({ query: { token } });
};
export const loader = onServer(async (args) => load(args));
export const clientLoader = inBrowser(async (args) => load(args));

/** The address is the permission: not indexed, not cached, no referrer. */
export const headers = () => ({
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
});

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => [
  { title: loaderData ? `${loaderData.title || '无标题'} · 未发布的草稿` : '未发布的草稿' },
  { name: 'robots', content: 'noindex, nofollow' },
  { name: 'referrer', content: 'no-referrer' },
];

export default function SharedDraftRoute() {
  const navigate = useNavigate();
  return <SharedDraftScreen draft={useLoaderData<typeof loader>()} navigate={navigate} />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error;
  return <LostDraft />;
}
