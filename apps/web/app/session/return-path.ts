const key = 'returnTo';

/**
 * Keeps where the reader is before a login leaves for another site: the article's id on an article's page, the path
 * elsewhere.
 */
export function keepReturnPath() {
  const articleId = /^\/article\/(\d+)\/?$/.exec(location.pathname)?.[1];
  sessionStorage.setItem(key, articleId ?? location.pathname + location.search);
}

/** Where to go back to, once; the present place when nothing was kept. Always a path of this site. */
export function takeReturnPath() {
  const stored = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  if (stored && /^\d+$/.test(stored)) return `/article/${stored}`;
  return stored && /^\/(?![/\\])/.test(stored) ? stored : location.pathname + location.search;
}
