import type { Say } from '@mojian/contract/community/says';
import { digitalSource } from '@mojian/contract/core/ai-content';
import type { SiteInfo } from '@mojian/contract/core/site';
import { Failure } from '@mojian/contract/platform/failures';
import { shortened } from '@mojian/contract/platform/format';
import { data, type MetaFunction, useLoaderData } from 'react-router';
import { httpApi, loadApi } from '../api/http-api.ts';
import { inBrowser, type LoadArgs } from '../api/load.ts';
import { onServer } from '../api/load-on-server.ts';
import { SayAlone } from '../features/community/says/say-alone.tsx';
import { monthName } from '../features/community/says/say-days.ts';
import { oneLineText, readSayChoice, type SayChoice, sayAddress } from '../features/community/says/says.ts';
import { SaysScreen } from '../features/community/says/says-screen.tsx';
import type { UploadPicture } from '../features/core/uploads/upload.ts';
import { pageMeta, siteFrom } from '../shell/page-meta.ts';

const load = async ({ api, query }: LoadArgs) => {
  const choice = readSayChoice(query);
  const { id } = choice;
  if (id !== undefined) return { choice, ...(await loadOne(api, id)) };
  const [list, months, topics] = await Promise.all([
    api.says.list({ query: listQuery(choice) }),
    api.says.months(),
    api.says.topics().catch(() => []), // suggestions are optional
  ]);
  const isPage = choice.page <= Math.max(1, list.pages);
  // topics and months without says are not found, since anybody could make up addresses
  const isTopic = !choice.topic || list.total > 0;
  const isMonth = !choice.month || months.some(({ month }) => month === choice.month);
  if (!isPage || !isTopic || !isMonth) throw new Failure('not-found');
  return { choice, list, months, topics };
};

/** A say with what its page shows around it, which is optional. */
async function loadOne(api: LoadArgs['api'], id: number) {
  const list = await api.says.list({ query: { id } });
  if (list.total === 0) return { list, discussion: null, neighbours: null };
  const [discussion, neighbours] = await Promise.all([
    api.comments.list({ query: { sayId: id } }).catch(() => null),
    api.says.neighbours({ query: { id } }).catch(() => null),
  ]);
  return { list, discussion, neighbours };
}

const loadOnServer = onServer(load);
/** A private say is not found on the server; its author loads it in the browser. */
export const loader = async (args: Parameters<typeof loadOnServer>[0]) => {
  const loaded = await loadOnServer(args);
  return data(loaded, isMissing(loaded) ? { status: 404 } : {});
};
export const clientLoader = inBrowser(load);

export const meta: MetaFunction<typeof clientLoader> = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const site = siteFrom(matches);
  if (isMissing(loaderData)) return [{ title: `没有这条说说 · ${site?.name}` }, { name: 'robots', content: 'noindex' }];
  return pageMeta({
    site,
    ...describe(loaderData, site),
    path: sayAddress(loaderData.choice),
    feed: '/feed/say.xml',
  });
};

type Loaded = Awaited<ReturnType<typeof load>>;

function describe({ choice, list }: Loaded, site: SiteInfo | undefined) {
  const [first] = list.records;
  if (choice.id && first) {
    const opening = oneLineText(first.html);
    return {
      title: `${first.author.nickname}的说说：${shortened(opening, 20)}`,
      description: shortened(opening, 120),
      jsonLd: posting(first, opening, site?.url ?? ''),
      ...(hasWords(opening) && { image: `/quote/say-${first.id}.png` }),
    };
  }
  const page = choice.page > 1 ? `（第 ${choice.page} 页）` : '';
  const part = choice.topic ?? (choice.month && monthName(choice.month, ''));
  return {
    title: `说说${part ? `：${part}` : ''}${page}`,
    description: choice.topic
      ? `说到「${choice.topic}」的 ${list.total} 条说说。`
      : `${site?.name}的说说：短的、当下的、不值得写成文章却舍不得忘的。`,
  };
}

/** Source: schema.org/SocialMediaPosting. */
function posting({ id, author, createdAt, hasAiContent }: Say, text: string, siteUrl: string) {
  return {
    '@type': 'SocialMediaPosting',
    url: siteUrl + sayAddress({ id }),
    articleBody: text,
    datePublished: createdAt,
    author: { '@type': 'Person', name: author.nickname, url: `${siteUrl}/user/${author.id}` },
    inLanguage: 'zh-CN',
    ...digitalSource(hasAiContent),
  };
}

const deps = {
  calls: httpApi.says,
  quoteCards: httpApi.quoteCards,
  reading: loadApi.says,
  comments: {
    calls: httpApi,
    reading: loadApi.comments,
    upload: async (...args: Parameters<UploadPicture>) => (await import('../api/upload.ts')).uploadPicture(...args),
  },
};

export default function SayRoute() {
  const loaded = useLoaderData<typeof clientLoader>();
  if (loaded.months !== undefined) return <SaysScreen {...loaded} deps={deps} />;
  // keyed: its state is one say's
  return <SayAlone key={loaded.choice.id} {...loaded} deps={deps} />;
}

/** Whether there is something to write in the picture of a shared say. */
function hasWords(text: string) {
  return /\p{L}.*\p{L}/u.test(text);
}

function listQuery({ topic, month, page }: SayChoice) {
  return { topic, month, pageNo: page };
}

function isMissing({ choice, list }: Loaded) {
  return choice.id !== undefined && list.total === 0;
}
