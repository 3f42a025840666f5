import { Failure } from '@mojian/contract/failures';
import { type MetaFunction, useLoaderData } from 'react-router';
import { readSayChoice, type SayChoice, sayAddress } from '../features/says/say-choice.ts';
import { SaysScreen } from '../features/says/says-screen.tsx';
import { httpApi } from '../http-api.ts';
import { inBrowser, type LoadArgs, onServer } from '../load.ts';
import { pageMeta, siteFrom } from '../shell/page-meta.ts';
import './say.css';

const load = async ({ api, query }: LoadArgs) => {
  const choice = readSayChoice(query);
  const list = await api.says.list({ query: listQuery(choice, choice.page) });
  const isPage = choice.page <= Math.max(1, list.pages);
  // nobody speaks of it: such addresses have no end
  const isTopic = !choice.topic || list.total > 0;
  if (!isPage || !isTopic) throw new Failure('not-found');
  return { choice, list };
};
export const loader = onServer(load);
export const clientLoader = inBrowser(load);

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { choice, list } = loaderData;
  const site = siteFrom(matches);
  const page = choice.page > 1 ? `（第 ${choice.page} 页）` : '';
  return pageMeta({
    site,
    title: `说说${choice.topic ? `：${choice.topic}` : ''}${page}`,
    description: choice.topic
      ? `说到“${choice.topic}”的 ${list.total} 条说说。`
      : `${site?.name}的说说：短的、当下的、不值得写成文章却舍不得忘的。`,
    path: sayAddress(choice),
  });
};

export default function SayRoute() {
  const { choice, list } = useLoaderData<typeof loader>();
  const loadPage = (pageNo: number) => httpApi.says.list({ query: listQuery(choice, pageNo) });
  return <SaysScreen choice={choice} list={list} loadPage={loadPage} />;
}

function listQuery({ topic }: SayChoice, pageNo: number) {
  return { topic, pageNo };
}
