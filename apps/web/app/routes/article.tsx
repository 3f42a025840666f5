import type { ArticleInfo } from '@mojian/contract/content/articles';
import { type ComponentProps, type ComponentType, useEffect } from 'react';
import { type MetaFunction, redirect, useLoaderData, useNavigation } from 'react-router';
import { inBrowser, type LoadArgs } from '../api/load.ts';
import { onServer } from '../api/load-on-server.ts';
import type { CommentDeps } from '../features/community/comments/deps.ts';
import type { ServedComments } from '../features/community/comments/served-comments.tsx';
import type { Discussion } from '../features/community/comments/threads.ts';
import type { ArticleCalls } from '../features/content/article/acts.ts';
import { ArticlePlace, ArticleSkeleton, fetchArticleScreen } from '../features/content/article/article-place.tsx';
import { bannerOf } from '../features/content/article/banner.ts';
import type { UploadPicture } from '../features/core/uploads/upload.ts';
import { pageMeta, siteFrom, useSite } from '../shell/page-meta.ts';
import '../features/content/article/article-head.css';
import '../features/content/article/article-end.css';
import '../features/content/article/article-screen.css';

/** Loads an article, or a page: either is found at both addresses and leads to its own. */
const load = async ({ api, params: { articleId: name, pageId = '' } }: LoadArgs) => {
  const articleId = await idOf(api, name ?? pageId);
  const [article, discussion] = await Promise.all([
    api.articles.info({ query: { id: articleId } }),
    // a private article has none, and without comments it is still an article
    api.comments.list({ query: { articleId } }).catch(() => null),
    fetchArticleScreen(),
    fetchComments(),
  ]);
  // `/page/2` is the second page of a list in other systems, and may redirect
  if (name === undefined && /^\d+$/.test(pageId) && article.kind !== 'page') throw await notFound();
  return { ...article, discussion };
};

let Comments: ComponentType<ComponentProps<typeof ServedComments>> | undefined;

/** Loads the comments' code in parallel with the article, as `fetchArticleScreen` does for the rest. */
async function fetchComments() {
  ({ ServedComments: Comments } = await import('../features/community/comments/served-comments.tsx'));
}

/** Id of a number or slug; undefined for anything the API would refuse, such as 007 or 1e3. */
async function idOf(api: LoadArgs['api'], name: string) {
  if (/^[1-9]\d{0,8}$/.test(name)) return name;
  if (!/^(?!\d+$)[a-z\d-]{1,80}$/.test(name)) throw await notFound();
  return (await api.slugs.find({ query: { slug: name } })).id;
}

async function notFound() {
  const { Failure } = await import('@mojian/contract/platform/failures');
  return new Failure('not-found');
}

/**
 * Result of the server's loader without the text: loader data is written into the page a second time, and hydration
 * does not need it.
 */
type Loaded = ArticleInfo & { discussion: Discussion | null };
const whole = new WeakMap<Loaded, Loaded>();
const loadWhole = onServer(load);
export const loader = async (args: Parameters<typeof loadWhole>[0]) => {
  const article = await loadWhole(args);
  const { articleId, pageId } = args.params;
  if (article.path !== (pageId === undefined ? `/article/${articleId}` : `/page/${pageId}`))
    throw redirect(article.path, 301);
  const data: Loaded = { ...article, html: '', related: [], discussion: null };
  whole.set(data, article);
  return data;
};
export const clientLoader = inBrowser(load);

export const meta: MetaFunction<typeof clientLoader> = ({ loaderData: article, matches }) => {
  const site = siteFrom(matches);
  if (!article) return pageMeta({ site, path: '/' });
  const { path, title, summary, description, kind } = article;
  return pageMeta({
    site,
    title,
    description: description || summary,
    path,
    image: bannerOf(article),
    type: kind === 'page' ? 'website' : 'article',
  });
};

async function loadCalls(): Promise<ArticleCalls> {
  const { httpApi, loadApi } = await import('../api/http-api.ts');
  return {
    ...httpApi,
    reading: loadApi.articles,
  };
}

async function loadCommentDeps(): Promise<CommentDeps> {
  const { httpApi, loadApi } = await import('../api/http-api.ts');
  return {
    calls: httpApi.comments,
    reading: loadApi.comments,
    upload: async (...args: Parameters<UploadPicture>) => (await import('../api/upload.ts')).uploadPicture(...args),
  };
}

/** `discussion`: the first comments; null on a served page, which loads them near the viewport. */
async function watchComments(page: HTMLElement, { discussion, ...article }: Loaded, signal: AbortSignal) {
  if (import.meta.env.SSR) return; // the server's bundle leaves these parts out
  const { watchArticleComments } = await import('../features/community/comments/watch-article.ts');
  watchArticleComments(page, { article, discussion, deps: await loadCommentDeps() }, signal);
}

export default function ArticleRoute() {
  const data = useLoaderData<typeof clientLoader>();
  const shown = whole.get(data) ?? data;
  const { discussion, ...article } = shown;
  const site = useSite();
  useOwnAddress(data);
  const next = useNavigation().location?.pathname;
  return (
    <>
      <ArticlePlace
        key={data.id}
        article={article}
        site={site}
        comments={
          Comments &&
          discussion &&
          article.commenting !== 'hidden' && (
            <Comments discussion={discussion} isClosed={article.commenting === 'closed'} />
          )
        }
        loadCalls={loadCalls}
        watchComments={(page, signal) => void watchComments(page, shown, signal)}
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
