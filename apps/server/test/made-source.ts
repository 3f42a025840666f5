import type { Item, Reader, Source, SourceArticle, SourceComment } from '@mojian/importers/form';
import type { OpenedSource } from '../src/operations/import/survey.ts';

const nothing: Source = { path: '', name: 'made', size: 0, head: Buffer.alloc(0), entries: [], refused: [] };

/** A source whose reader yields these items, for tests of the writer. */
export function madeSource(
  items: Item[],
  { id = 'made', pictures = {} as Record<string, Uint8Array> } = {},
): OpenedSource {
  const reader: Reader = {
    id,
    name: '测试',
    recognizes: () => true,
    async *read() {
      yield* items;
    },
    findPicture(_source, address) {
      const bytes = pictures[address];
      const read = async () => Buffer.from(bytes ?? []);
      return bytes && ({ path: address, size: bytes.length, modifiedAt: 0, read } as never);
    },
  };
  return { reader, source: nothing, name: 'made' };
}

export const author = { name: '阿远', email: 'yuan@example.com', website: '' };

export function article(input: Partial<SourceArticle> & { key: string }): SourceArticle {
  return {
    kind: 'article',
    isPage: false,
    title: `文章 ${input.key}`,
    markdown: '春雨。',
    summary: '',
    state: 'published',
    hasPassword: false,
    author,
    categories: [],
    tags: [],
    cover: '',
    slug: '',
    description: '',
    keywords: '',
    publishedAt: Date.parse('2020-05-01T08:00:00Z'),
    updatedAt: null,
    pinned: false,
    commenting: 'open',
    views: 0,
    likes: 0,
    addresses: [],
    base: '',
    warnings: [],
    ...input,
  };
}

export function comment(input: Partial<SourceComment> & Pick<SourceComment, 'key' | 'on'>): SourceComment {
  return {
    kind: 'comment',
    parent: null,
    author: { name: '访客甲', email: 'jia@example.com', website: 'https://jia.example.com' },
    markdown: `评论 ${input.key}`,
    createdAt: Date.parse('2020-05-02T08:00:00Z') + Number(input.key.replace(/\D/g, '')) * 1000,
    state: 'shown',
    likes: 0,
    pinned: false,
    device: '',
    ...input,
  };
}
