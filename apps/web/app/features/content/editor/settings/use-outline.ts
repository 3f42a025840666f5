import type { ArticleContent } from '@mojian/contract/content/article-content';
import { isGated } from '@mojian/contract/platform/rules';
import { useEffect, useState } from 'react';

/** Milliseconds without a key before the beginning of the text is read again. */
const pause = 600;

/** The summary the site would make, and where the opening of a locked article ends: a moment behind the keys. */
export function useOutline({ markdown, readType }: Pick<ArticleContent, 'markdown' | 'readType'>) {
  const [outlined, setOutlined] = useState({ summary: '', ending: '' });
  const locked = isGated(readType);
  useEffect(() => {
    let isGone = false;
    const later = setTimeout(async () => {
      // without the parser there is no summary to show, and nothing else is amiss
      const part = await import('@mojian/markdown/prose').catch(() => undefined);
      if (part && !isGone) setOutlined(part.outline(markdown, { locked }));
    }, pause);
    return () => {
      isGone = true;
      clearTimeout(later);
    };
  }, [markdown, locked]);
  return outlined;
}
