import { paragraphs, sentence } from '../corpus.ts';

const owner = { username: 'owner@example.com', password: 'bench-owner-2026!' };
const posts = 1000;

type Sent = { method?: string; body?: unknown };

/** Sets up a fresh Ghost and writes 1,000 posts of 3,000 characters. Returns what the measurement needs to call it. */
export async function fillGhost(url: string) {
  const headers: Record<string, string> = { origin: url, 'content-type': 'application/json', 'accept-version': 'v6.0' };
  const call = async <T>(path: string, { method = 'GET', body }: Sent = {}) => {
    const answer = await fetch(`${url}/ghost/api/admin${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const cookies = answer.headers.getSetCookie();
    if (cookies.length > 0) headers.cookie = cookies.map((one) => one.split(';')[0]).join('; ');
    if (!answer.ok) throw new Error(`Ghost ${path}：${answer.status} ${await answer.text()}`);
    return (answer.headers.get('content-type')?.includes('json') ? await answer.json() : undefined) as T;
  };

  const { setup } = await call<{ setup: [{ status: boolean }] }>('/authentication/setup/');
  const [{ status: isSetUp }] = setup;
  if (!isSetUp) {
    const first = { name: '站长', email: owner.username, password: owner.password, blogTitle: '测' };
    await call('/authentication/setup/', { method: 'POST', body: { setup: [first] } });
  }
  // a session made while Ghost is still starting does not last
  for (let round = 0; ; round++) {
    await call('/session/', { method: 'POST', body: owner });
    const isIn = await call('/users/me/').then(
      () => true,
      () => false,
    );
    if (isIn) break;
    if (round === 20) throw new Error('Ghost 没有让站长登录');
    await new Promise((done) => setTimeout(done, 3000));
  }
  const { meta } = await call<{ meta: { pagination: { total: number } } }>('/posts/?limit=1&filter=tag:bench');
  for (let n = meta.pagination.total + 1; n <= posts; n++)
    await call('/posts/', { method: 'POST', body: { posts: [ghostPost(n)] } });

  const { integrations } = await call<{ integrations: [{ api_keys: { type: string; secret: string }[] }] }>(
    '/integrations/',
    { method: 'POST', body: { integrations: [{ name: `bench ${Date.now()}` }] } },
  );
  const key = integrations[0].api_keys.find(({ type }) => type === 'content')?.secret ?? '';
  return { headers, key };
}

/** A post of 3,000 characters in Ghost's own format. */
export function ghostPost(n: number) {
  const block = { direction: 'ltr', format: '', indent: 0, version: 1 };
  const text = (words: string) => ({ ...plain, text: words });
  const children = paragraphs(n).map((words) => ({ ...block, type: 'paragraph', children: [text(words)] }));
  return {
    title: sentence(n, 12),
    slug: `bench-${n}`,
    status: 'published',
    tags: ['bench', `标签 ${n % 40}`],
    published_at: new Date(Date.UTC(2020, 8, 13) + n * 100_000_000).toISOString(),
    lexical: JSON.stringify({ root: { ...block, type: 'root', children } }),
  };
}

const plain = { detail: 0, format: 0, mode: 'normal', style: '', type: 'extended-text', version: 1 };
