/** Alike for addresses of one site: scheme, www, case, a slash at the end and what follows # do not count. */
export function linkKey(url: string) {
  const { pathname, search } = new URL(url);
  return `${hostKey(url)}${pathname.replace(/(?<!\/)\/+$/, '')}${search}`.toLowerCase();
}

/** The same of the host alone. */
export function hostKey(url: string) {
  const { hostname, port } = new URL(url);
  return hostname.replace(/\.$/, '').replace(/^www\./, '') + (port && `:${port}`);
}
