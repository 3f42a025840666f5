import type { SharedDraft } from '@mojian/contract/content/shares';
import { Icon } from '@mojian/ui/icon';
import { useEffect, useRef } from 'react';
import { Face } from '../../../ui/face.tsx';
import { figures } from '../../../ui/figures.ts';
import { exactTime } from '../../../ui/times.ts';
import { ArticleBody } from '../article/article-body.tsx';
import { Contents } from '../article/contents.tsx';

type Props = { draft: SharedDraft; navigate: (to: string) => void };

/** A draft as its readers would see it, and plainly marked as one. */
export function SharedDraftScreen({ draft, navigate }: Props) {
  const { title, html, headings, author, words, minutes, savedAt, expiresAt } = draft;
  const ref = useRef<HTMLDivElement>(null);
  useEnhancements(ref, html, navigate);
  return (
    <main id="main" className="wrap">
      <article className="art shared">
        <header className="head">
          <p className="draft-banner">
            <Icon name="edit" />
            <span>
              <b>未发布的草稿</b>
              {`，作者随时可能改动。链接 ${exactTime(expiresAt)} 到期。`}
            </span>
          </p>
          <h1>{title || '无标题'}</h1>
          <div className="by">
            <Face name={author.nickname} picture={author.avatar} size="l" />
            <div>
              <b>{author.nickname}</b>
              <div className="meta">
                <time dateTime={savedAt}>{`保存于 ${exactTime(savedAt)}`}</time>
              </div>
            </div>
            <div className="meta push">
              <span>{figures(words)} 字</span>
              <span>约 {minutes} 分钟</span>
            </div>
          </div>
        </header>
        {headings.length > 0 && (
          <details className="toc-fold">
            <summary>目录</summary>
            <Contents headings={headings} />
          </details>
        )}
        <div className="text" ref={ref}>
          {html ? <ArticleBody {...{ html, headings }} sealed={false} /> : <p className="meta">还没有写下正文。</p>}
        </div>
      </article>
    </main>
  );
}

/** Pictures, diagrams and copy buttons come to life once the page stands. */
function useEnhancements(ref: React.RefObject<HTMLElement | null>, html: string, navigate: (to: string) => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is enhanced anew
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    import('../../pages/about/enhance-prose.ts').then(
      ({ enhanceProse }) => {
        if (ref.current && !isGone) stop = enhanceProse(ref.current, navigate);
      },
      (cause) => console.warn('页面的一部分没有取到', cause),
    );
    return () => {
      isGone = true;
      stop?.();
    };
  }, [html]);
}
