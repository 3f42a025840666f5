import type { ArticleContent } from '@mojian/contract/article-content';
import type { Me } from '@mojian/contract/me';
import { useState } from 'react';
import { blankContent } from './blank-content.ts';
import type { EditorParts, Writing } from './editor-parts.ts';

type Props = { me: Me; id: number | undefined; parts: EditorParts };

/** The desk: title and text, beside them the preview and what goes with the article. */
export function EditorScreen({ me }: Props) {
  const [content, setContent] = useState<ArticleContent>(blankContent);
  const writing: Writing = {
    me,
    draft: null,
    content,
    markdown: () => content.markdown,
    change: (part) => setContent((now) => ({ ...now, ...part })),
    errors: {},
  };
  return (
    <main id="main" className="desk">
      <section aria-label="写作">
        <input
          aria-label="标题"
          placeholder="给它一个题目"
          value={writing.content.title}
          onChange={({ target }) => writing.change({ title: target.value })}
        />
        <textarea
          aria-label="正文"
          value={writing.content.markdown}
          onChange={({ target }) => writing.change({ markdown: target.value })}
        />
      </section>
      <section aria-label="预览" />
      <aside aria-label="文章设置" />
    </main>
  );
}
