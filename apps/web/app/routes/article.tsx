import type { ArticleInfo } from '@mojian/contract/articles';
import { Failure } from '@mojian/contract/failures';
import type { MetaFunction } from 'react-router';
import { useLoaderData, useNavigation } from 'react-router';
import { ArticlePlace, fetchArticleScreen } from '../features/article/article-place.tsx';
import { ArticleSkeleton } from '../features/article/article-skeleton.tsx';
import { bannerOf } from '../features/article/banner.ts';
import type { Talk } from '../features/comments/talk.ts';
import type { UploadPicture } from '../features/user/crop/use-put-up.ts';
import { httpApi, loadApi } from '../http-api.ts';
import { inBrowser, type LoadArgs, onServer } from '../load.ts';
import { pageMeta, siteFrom } from '../shell/page-meta.ts';
import { useSite } from '../shell/use-site.ts';
import '../features/comments/comments.css';
import './article.css';

const load = async ({ api, params: { articleId = '' } }: LoadArgs) => {
  // one address for each article: no 007, no 1e3, nothing the call would refuse as a bad request
  if (!/^[1-9]\d{0,8}$/.test(articleId)) throw new Failure('not-found');
  const [article, talk] = await Promise.all([
    api.articles.info({ query: { id: articleId } }),
    // an article that is not public has none, and one without its comments is still an article
    api.comments.list({ query: { articleId } }).catch(() => null),
    fetchArticleScreen(),
  ]);
  return { ...article, talk };
};

/**
 * What the server's loader brought, by the data it gave on. Data is written into the page a second time, for the
 * browser; the text would make every page twice as long, and the browser has no use for it.
 */
type Loaded = ArticleInfo & { talk: Talk | null };
const whole = new WeakMap<Loaded, Loaded>();
const loadWhole = onServer(load);
export const loader = async (args: Parameters<typeof loadWhole>[0]) => {
  const article = await loadWhole(args);
  const data: Loaded = { ...article, html: '', related: [], talk: null };
  whole.set(data, article);
  return data;
};
export const clientLoader = inBrowser(load);

export const meta: MetaFunction<typeof clientLoader> = ({ loaderData: article, matches }) => {
  const site = siteFrom(matches);
  if (!article) return pageMeta({ site, path: '/' });
  const { id, title, summary, description } = article;
  const path = `/article/${id}`;
  return pageMeta({
    site,
    title,
    description: description || summary,
    path,
    image: bannerOf(article),
    type: 'article',
  });
};

const calls = {
  ...httpApi,
  reading: loadApi.articles,
  comments: {
    calls: httpApi.comments,
    reading: loadApi.comments,
    upload: async (...given: Parameters<UploadPicture>) => (await import('../upload.ts')).uploadPicture(...given),
  },
};

export default function ArticleRoute() {
  const data = useLoaderData<typeof clientLoader>();
  const { talk, ...article } = whole.get(data) ?? data;
  const site = useSite();
  const next = useNavigation().location?.pathname;
  return (
    <>
      <ArticlePlace key={data.id} article={article} site={site} talk={talk} calls={calls} />
      {next?.startsWith('/article/') && <ArticleSkeleton />}
    </>
  );
}
