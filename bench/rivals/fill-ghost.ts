import { paragraphs, sentence } from '../corpus.ts';
import { connectGhost } from './ghost-call.ts';

const posts = 1000;

/** Writes 1,000 posts of 3,000 characters into a fresh Ghost. Returns what the measurement needs to call it. */
export async function fillGhost(url: string) {
  const { headers, call } = await connectGhost(url);
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
