/** One row of a source, before it is ranked. */
export type Entry = { title: string; heat: number | string | null; url: string };

/** Where a source is asked, and how its answer is read. */
export type Source = {
  name: string;
  /** Scheme and host alone. */
  host: string;
  path: string | ((now: number) => string);
  headers: Record<string, string>;
  /** Links may lead to these hosts and their subdomains, and nowhere else. */
  sites: string[];
  /** @throws when the answer has another form. A row that does not fit is left out. */
  read: (answer: unknown) => Entry[];
  /** The link of an entry, for a source whose own entries link to the whole web. */
  linkOf?: (id: string) => string;
};

/** These sources refuse programs that do not call themselves a browser. */
export const browser = {
  accept: 'application/json, text/plain, */*',
  'accept-language': 'zh-CN,zh;q=0.9',
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
};

/** An address with a query, for links made from words. */
export function withQuery(address: string, query: Record<string, string>) {
  return `${address}?${new URLSearchParams(query)}`;
}
