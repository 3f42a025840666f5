import { Failure } from '@mojian/contract/platform/failures';
import { type MetaFunction, useLoaderData } from 'react-router';
import { httpApi, loadApi } from '../api/http-api.ts';
import { inBrowser, type LoadArgs } from '../api/load.ts';
import { onServer } from '../api/load-on-server.ts';
import { boardAddress } from '../features/community/board/board-list.tsx';
import { type BoardProps, BoardScreen } from '../features/community/board/board-screen.tsx';
import { readNumber } from '../features/content/tags/choice.ts';
import { pageMeta, siteFrom } from '../shell/page-meta.ts';

/** Enough for the barrage in one request. */
const pageSize = 50;
const largestPage = 100_000;

const load = async ({ api, query }: LoadArgs) => {
  const pageNo = readNumber(query, 'page', largestPage) ?? 1;
  const list = await api.board.list({ query: { pageNo, pageSize } });
  if (pageNo > Math.max(1, list.pages)) throw new Failure('not-found');
  return { list };
};
export const loader = onServer(load);
export const clientLoader = inBrowser(load);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { pageNo, total } = loaderData.list;
  const site = siteFrom(matches);
  return pageMeta({
    site,
    title: `留言板${pageNo > 1 ? `（第 ${pageNo} 页）` : ''}`,
    description: `${site?.name}的留言板：路过的人留下的 ${total} 句话。`,
    path: boardAddress(pageNo),
  });
};

export default function BoardRoute() {
  const { list } = useLoaderData<typeof loader>();
  return <BoardScreen key={list.pageNo} list={list} {...acts} />;
}

const acts: Omit<BoardProps, 'list'> = {
  loadPage: (pageNo, { next }) => httpApi.board.list({ query: { pageNo, pageSize, ...(next && { after: next }) } }),
  loadNewest: async () => {
    const { records } = await loadApi.board.list({ query: { pageSize } });
    return { records, isAll: records.length < pageSize };
  },
  loadHeld: () => loadApi.board.held(),
  post: (text) => httpApi.board.post({ body: { text } }),
  report: ({ id }, reason) => httpApi.board.report({ body: { id, reason } }),
};
