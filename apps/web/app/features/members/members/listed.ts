import type { ArticleCard } from '@mojian/contract/content/articles';
import type { Page } from '@mojian/contract/platform/fields';
import type { CallsOf } from '../../../calls.ts';

/** A member's articles in the order of writing: what stands first on the front page is one among the others here. */
export async function listWritten({ articles }: CallsOf<'articles'>, userId: number, pageNo: number) {
  const page: Page<ArticleCard> = await articles.byUser({ query: { userId, pageNo } });
  return { ...page, records: page.records.map((article) => ({ ...article, pinned: false })) };
}

/** Those a member follows, or who follow them. */
export function listPeople({ follows }: CallsOf<'follows'>, userId: number, kind: 'follows' | 'fans', pageNo: number) {
  return follows.list({ query: { userId, kind, pageNo } });
}

/** What a member keeps, the newest kept first. */
export async function listCollected({ collects }: CallsOf<'collects'>, pageNo: number) {
  const page: Page<ArticleCard> = await collects.list({ query: { pageNo } });
  return { ...page, records: page.records.map((article) => ({ ...article, pinned: false })) };
}
