import type { BoardMessage } from '@mojian/contract/community/board';
import { Failure } from '@mojian/contract/platform/failures';
import { type MetaFunction, useLoaderData } from 'react-router';
import { httpApi, loadApi } from '../api/http-api.ts';
import { inBrowser, type LoadArgs } from '../api/load.ts';
import { onServer } from '../api/load-on-server.ts';
import { boardAddress } from '../features/community/board/board-list.tsx';
import { type BoardProps, BoardScreen } from '../features/community/board/board-screen.tsx';
import type { ListenBoard } from '../features/community/board/use-fresh.ts';
import { readNumber } from '../features/content/tags/choice.ts';
import { listenLive } from '../live/live.ts';
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

/** Milliseconds between reloads, however many messages come. */
const breath = 3000;

const listen: ListenBoard = (since, { shown, onMessages, onGone }) => {
  const heard = new Set<number>();
  const gone = new Set<number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    timer = undefined;
    const before = shown();
    const tell = ({ records }: { records: BoardMessage[] }) => {
      for (const id of goneSince(before, records)) {
        heard.add(id); // its release may be missed as well
        onGone(id);
      }
      onMessages(records.filter(({ id }) => (id > since || heard.has(id)) && !gone.has(id)));
    };
    // a failure is retried with the next message
    loadApi.board.list({ query: { pageSize } }).then(tell, () => {});
  };
  const stop = listenLive(['board'], ({ type, id }) => {
    if (type === 'message-gone') {
      gone.add(id);
      return onGone(id);
    }
    gone.delete(id);
    heard.add(id);
    timer ??= setTimeout(look, Math.random() * breath);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
};

/** Ids of shown messages that the newest page lacks; those older than the page are not judged. */
function goneSince(shown: BoardMessage[], newest: BoardMessage[]) {
  const present = new Set(newest.map(({ id }) => id));
  const end = newest.length < pageSize ? '' : (newest.at(-1)?.createdAt ?? '');
  return shown.filter(({ id, createdAt }) => createdAt > end && !present.has(id)).map(({ id }) => id);
}

const acts: Omit<BoardProps, 'list'> = {
  loadPage: (pageNo, { next }) => httpApi.board.list({ query: { pageNo, pageSize, ...(next && { after: next }) } }),
  loadHeld: () => loadApi.board.held(),
  post: (text) => httpApi.board.post({ body: { text } }),
  report: ({ id }, reason) => httpApi.board.report({ body: { id, reason } }),
  listen,
};
