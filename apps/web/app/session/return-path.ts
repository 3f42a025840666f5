const key = 'returnTo';

/** Stores where to return after a login elsewhere: the article's id on an article, else the path. */
export function keepReturnPath() {
  const articleId = /^\/article\/(\d+)\/?$/.exec(location.pathname)?.[1];
  sessionStorage.setItem(key, articleId ?? location.pathname + location.search);
}

/** Reads and clears the stored path; the present one by default. Always a path of this site. */
export function takeReturnPath() {
  const stored = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  if (stored && /^\d+$/.test(stored)) return `/article/${stored}`;
  return stored && /^\/(?![/\\])/.test(stored) ? stored : location.pathname + location.search;
}
