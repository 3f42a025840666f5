import { Failure } from '@mojian/contract/failures';
import type { SiteInfo } from '@mojian/contract/site';
import type { MetaFunction } from 'react-router';
import { useLoaderData, useNavigation, useRouteLoaderData } from 'react-router';
import { articleJsonLd, articleMeta, bannerOf } from '../features/article/article-meta.ts';
import { ArticleScreen } from '../features/article/article-screen.tsx';
import { ArticleSkeleton } from '../features/article/article-skeleton.tsx';
import { inBrowser, type LoadArgs, onServer } from '../load.ts';
import { pageMeta, siteFrom } from '../shell/page-meta.ts';
import './article.css';

const load = async ({ api, params: { articleId = '' } }: LoadArgs) => {
  // one address for each article: no 007, no 1e3, nothing the call would refuse as a bad request
  if (!/^[1-9]\d{0,8}$/.test(articleId)) throw new Failure('not-found');
  return api.articles.info({ query: { id: articleId } });
};
export const loader = onServer(load);
export const clientLoader = inBrowser(load);

export const meta: MetaFunction<typeof loader> = ({ loaderData: article, matches }) => {
  const site = siteFrom(matches);
  if (!article || !site) return pageMeta({ site, path: '/' });
  const { id, title, summary } = article;
  return [
    ...pageMeta({
      site,
      title,
      description: summary,
      path: `/article/${id}`,
      image: bannerOf(article),
      type: 'article',
      jsonLd: articleJsonLd(article, site),
    }),
    ...articleMeta(article),
  ];
};

export default function ArticleRoute() {
  const article = useLoaderData<typeof loader>();
  const site = useRouteLoaderData<{ site: SiteInfo }>('root')?.site;
  const next = useNavigation().location?.pathname;
  return (
    <>
      {site && <ArticleScreen key={article.id} article={article} site={site} />}
      {next?.startsWith('/article/') && <ArticleSkeleton />}
    </>
  );
}
