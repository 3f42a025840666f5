import type { ArticleInfo } from '@mojian/contract/content/articles';
import { type MetaFunction, redirect, useLoaderData } from 'react-router';
import { articleIdOf } from '../api/article-id.ts';
import { inBrowser, type LoadArgs } from '../api/load.ts';
import { onServer } from '../api/load-on-server.ts';
import { bannerOf } from '../features/content/article/banner.ts';
import { BookScreen } from '../features/content/article/book/book-screen.tsx';
import { pageMeta, siteFrom, useSite } from '../shell/page-meta.ts';

/** Loads an article or a page, by whose rules its book is read. */
const load = async ({ api, params: { articleId, pageId = '' } }: LoadArgs) =>
  api.articles.info({ query: { id: await articleIdOf(api, articleId ?? pageId) } });

/** As of the article's own route: the text is in the page once, not in the data as well. */
const wholeByData = new WeakMap<ArticleInfo, ArticleInfo>();
const loadWhole = onServer(load);
export const loader = async (args: Parameters<typeof loadWhole>[0]) => {
  const article = await loadWhole(args);
  const { articleId, pageId } = args.params;
  if (article.path !== (pageId === undefined ? `/article/${articleId}` : `/page/${pageId}`))
    throw redirect(`${article.path}/read`, 301);
  const data: ArticleInfo = { ...article, html: '', related: [] };
  wholeByData.set(data, article);
  return data;
};
export const clientLoader = inBrowser(load);

/** Engines are led to the article. */
export const meta: MetaFunction<typeof clientLoader> = ({ loaderData: article, matches }) => {
  const site = siteFrom(matches);
  if (!article) return pageMeta({ site, path: '/' });
  const { path, title, summary, description } = article;
  const about = { title, description: description || summary, image: bannerOf(article) };
  return [
    ...pageMeta({ site, path, ...about, type: 'article' }).filter((one) => !('name' in one && one.name === 'robots')),
    { name: 'robots', content: 'noindex' },
  ];
};

/** Asks again as the member, or with the code, that this browser has. */
async function readWhole(id: number) {
  const [{ keyFor }, { loadApi }] = await Promise.all([
    import('../features/content/article/unlock.tsx'),
    import('../api/http-api.ts'),
  ]);
  const key = keyFor(id);
  return loadApi.articles.info({ query: { id, ...(key && { key }) } });
}

export default function BookRoute() {
  const data = useLoaderData<typeof clientLoader>();
  return <BookScreen key={data.id} article={wholeByData.get(data) ?? data} site={useSite()} readWhole={readWhole} />;
}
