import type { ArticleInfo } from '@mojian/contract/content/articles';
import { type ComponentProps, useEffect } from 'react';
import { type MetaFunction, redirect, useLoaderData, useNavigation } from 'react-router';
import { inBrowser, type LoadArgs } from '../api/load.ts';
import { onServer } from '../api/load-on-server.ts';
import type { CommentedArticle } from '../features/community/comments/commented-article.tsx';
import type { Discussion } from '../features/community/comments/threads.ts';
import albumStyles from '../features/content/article/album.css?url';
import { ArticlePlace, ArticleSkeleton } from '../features/content/article/article-place.tsx';
import { bannerOf } from '../features/content/article/banner.ts';
import mediaStyles from '../features/content/article/media.css?url';
import photographStyles from '../features/content/article/photographs.css?url';
import unlockStyles from '../features/content/article/unlock-box.css?url';
import { pageMeta, siteFrom, useSite } from '../shell/page-meta.ts';
import '../features/content/article/article-head.css';
import '../features/content/article/article-end.css';
import '../features/content/article/article-screen.css';

/** Loads an article, or a page: either is found at both addresses and leads to its own. */
const load = async ({ api, params: { articleId: name, pageId = '' } }: LoadArgs) => {
  // with the API client, which a served page does not wait for
  const { articleIdOf, notFound } = await import('../api/article-id.ts');
  const articleId = await articleIdOf(api, name ?? pageId);
  const [article, discussion, loadRest] = await Promise.all([
    api.articles.info({ query: { id: articleId } }),
    // a private article has none, and without comments it is still an article
    api.comments.list({ query: { articleId } }).catch(() => null),
    fetchScreen(),
  ]);
  // `/page/2` is the second page of a list in other systems, and may redirect
  if (name === undefined && /^\d+$/.test(pageId) && article.kind !== 'page') throw notFound();
  await loadRest(article);
  return { ...article, discussion };
};

let Screen: typeof CommentedArticle | undefined;

/** Loads the screen's code in parallel with the article. Returns what loads the rest for an album or a locked one. */
async function fetchScreen() {
  const screen = await import('../features/community/comments/commented-article.tsx');
  Screen = screen.CommentedArticle;
  return screen.loadRest;
}

/**
 * Result of the server's loader without the text: loader data is written into the page a second time, and hydration
 * does not need it.
 */
type Loaded = ArticleInfo & { discussion: Discussion | null };
const wholeByData = new WeakMap<Loaded, Loaded>();
const loadWhole = onServer(load);
export const loader = async (args: Parameters<typeof loadWhole>[0]) => {
  const article = await loadWhole(args);
  const { articleId, pageId } = args.params;
  if (article.path !== (pageId === undefined ? `/article/${articleId}` : `/page/${pageId}`))
    throw redirect(article.path, 301);
  const data: Loaded = { ...article, html: '', related: [], discussion: null };
  wholeByData.set(data, article);
  return data;
};
export const clientLoader = inBrowser(load);

export const meta: MetaFunction<typeof clientLoader> = ({ loaderData: article, matches }) => {
  const site = siteFrom(matches);
  if (!article) return pageMeta({ site, path: '/' });
  const { path, title, summary, description, kind } = article;
  const described = pageMeta({
    site,
    title,
    description: description || summary,
    path,
    image: bannerOf(article),
    type: kind === 'page' ? 'website' : 'article',
  });
  return import.meta.env.SSR ? [...described, ...sheetsFor(article)] : described;
};

/** Links to the styles of photographs, of files and players, of an album, and of what unlocks, on a served page that shows them; in the browser they come with the screen's code. */
function sheetsFor(article: Loaded) {
  const html = wholeByData.get(article)?.html ?? '';
  const sheets = [
    ...(/<figure class="(?:fig|photo)/.test(html) ? [photographStyles] : []),
    ...(html.includes(' class="media ') ? [mediaStyles] : []),
    ...(article.album ? [albumStyles] : []),
    ...(article.locked ? [unlockStyles] : []),
  ];
  return sheets.map((href) => ({ tagName: 'link', rel: 'stylesheet', href }) as const);
}

export default function ArticleRoute() {
  const data = useLoaderData<typeof clientLoader>();
  const { discussion, ...article } = wholeByData.get(data) ?? data;
  const site = useSite();
  useOwnAddress(data);
  const next = useNavigation().location?.pathname;
  const loadEnhance: ComponentProps<typeof ArticlePlace>['loadEnhance'] = async () => {
    // the server's bundle leaves these parts out
    if (import.meta.env.SSR) return () => () => {};
    const [{ enhanceArticle }, { articleCalls }] = await Promise.all([
      import('../features/community/comments/enhance-article.ts'),
      import('../api/article-calls.ts'),
    ]);
    return (page, navigate) => enhanceArticle(page, { article, site, discussion, navigate, ...articleCalls });
  };
  return (
    <>
      <ArticlePlace
        key={data.id}
        screen={Screen && <Screen article={article} site={site} discussion={discussion} />}
        loadEnhance={loadEnhance}
      />
      {next && /^\/(article|page)\//.test(next) && <ArticleSkeleton />}
    </>
  );
}

/** Replaces a number by the canonical path in the address bar, keeping the hash. */
function useOwnAddress({ path }: ArticleInfo) {
  useEffect(() => {
    const { pathname, search, hash } = location;
    if (pathname !== path) history.replaceState(history.state, '', path + search + hash);
  }, [path]);
}
