import type { ArticleInfo } from '@mojian/contract/articles';
import { Failure } from '@mojian/contract/failures';
import type { MetaFunction } from 'react-router';
import { useLoaderData, useNavigation } from 'react-router';
import { ArticlePlace, fetchArticleScreen } from '../features/article/article-place.tsx';
import { ArticleSkeleton } from '../features/article/article-skeleton.tsx';
import { bannerOf } from '../features/article/banner.ts';
import { httpApi, loadApi } from '../http-api.ts';
import { inBrowser, type LoadArgs, onServer } from '../load.ts';
import { pageMeta, siteFrom } from '../shell/page-meta.ts';
import { useSite } from '../shell/use-site.ts';
import './article.css';

const load = async ({ api, params: { articleId = '' } }: LoadArgs) => {
  // one address for each article: no 007, no 1e3, nothing the call would refuse as a bad request
  if (!/^[1-9]\d{0,8}$/.test(articleId)) throw new Failure('not-found');
  const [article] = await Promise.all([api.articles.info({ query: { id: articleId } }), fetchArticleScreen()]);
  return article;
};

/**
 * What the server's loader brought, by the data it gave on. Data is written into the page a second time, for the
 * browser; the text would make every page twice as long, and the browser has no use for it.
 */
const whole = new WeakMap<ArticleInfo, ArticleInfo>();
const loadWhole = onServer(load);
export const loader = async (args: Parameters<typeof loadWhole>[0]) => {
  const article = await loadWhole(args);
  const data: ArticleInfo = { ...article, html: '', related: [] };
  whole.set(data, article);
  return data;
};
export const clientLoader = inBrowser(load);

export const meta: MetaFunction<typeof clientLoader> = ({ loaderData: article, matches }) => {
  const site = siteFrom(matches);
  if (!article) return pageMeta({ site, path: '/' });
  const { id, title, summary } = article;
  const path = `/article/${id}`;
  return pageMeta({ site, title, description: summary, path, image: bannerOf(article), type: 'article' });
};

/** Whether the reader follows the author is asked in passing: nothing is said when there is no answer. */
const calls = { follows: httpApi.follows, members: loadApi.members };

export default function ArticleRoute() {
  const data = useLoaderData<typeof clientLoader>();
  const site = useSite();
  const next = useNavigation().location?.pathname;
  return (
    <>
      <ArticlePlace key={data.id} article={whole.get(data) ?? data} site={site} calls={calls} />
      {next?.startsWith('/article/') && <ArticleSkeleton />}
    </>
  );
}
