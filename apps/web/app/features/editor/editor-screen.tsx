import type { ArticleContent } from '@mojian/contract/article-content';
import type { Me } from '@mojian/contract/me';
import { useRef, useState } from 'react';
import { blankContent } from './blank-content.ts';
import type { EditorParts, Writing } from './editor-parts.ts';
import { TextDesk } from './text/text-desk.tsx';

type Props = { me: Me; id: number | undefined; parts: EditorParts };

/** The desk: title and text, beside them the preview and what goes with the article. */
export function EditorScreen({ me }: Props) {
  const [content, setContent] = useState<ArticleContent>(blankContent);
  const markdown = useRef(() => content.markdown);
  const writing: Writing = {
    me,
    draft: null,
    content,
    markdown: () => markdown.current(),
    change: (part) => setContent((now) => ({ ...now, ...part })),
    errors: {},
  };

  return (
    <main id="main" className="desk">
      <TextDesk
        initial={content.markdown}
        onChange={(now) => {
          markdown.current = now;
        }}
        onPicture={() => undefined}
        title={
          <input
            aria-label="标题"
            placeholder="给它一个题目"
            value={writing.content.title}
            onChange={({ target }) => writing.change({ title: target.value })}
          />
        }
      />
      <section aria-label="预览" />
      <aside aria-label="文章设置" />
    </main>
  );
}
