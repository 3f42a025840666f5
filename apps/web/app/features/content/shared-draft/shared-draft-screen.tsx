import type { SharedDraft } from '@mojian/contract/content/shares';
import { Icon } from '@mojian/ui/icon';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Empty } from '../../../ui/empty.tsx';
import { Face } from '../../../ui/face.tsx';
import { figures } from '../../../ui/figures.ts';
import { exactTime } from '../../../ui/moment.tsx';
import { ArticleBody, Contents } from '../article/article-body.tsx';
import './shared-draft-screen.css';

type Props = { draft: SharedDraft; navigate: (to: string) => void };

/** A draft rendered like an article, marked as a draft. */
export function SharedDraftScreen({ draft, navigate }: Props) {
  const { title, html, headings, author, words, minutes, savedAt, expiresAt } = draft;
  const ref = useRef<HTMLDivElement>(null);
  useEnhancements(ref, html, navigate);
  return (
    <main id="main" className="wrap">
      <article className="article shared-draft">
        <header className="article-head">
          <p className="shared-draft-banner type-small sub">
            <Icon name="edit" />
            <span>
              <b>未发布的草稿</b>
              {`，作者随时可能改动。链接 ${exactTime(expiresAt)} 到期。`}
            </span>
          </p>
          <h1>{title || '无标题'}</h1>
          <div className="article-by">
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
          <details className="article-toc-fold">
            <summary>目录</summary>
            <Contents headings={headings} />
          </details>
        )}
        <div className="article-text" ref={ref}>
          {html ? (
            <ArticleBody html={html} headings={headings} sealed={false} />
          ) : (
            <p className="meta">还没有写下正文。</p>
          )}
        </div>
      </article>
    </main>
  );
}

/** Attaches pictures, diagrams and copy buttons. */
function useEnhancements(ref: React.RefObject<HTMLElement | null>, html: string, navigate: (to: string) => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the HTML was replaced
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    import('../article/enhance-prose.ts').then(
      ({ enhanceProse }) => {
        if (ref.current && !isGone) stop = enhanceProse(ref.current, navigate);
      },
      (cause) => console.warn('脚本没有取到', cause),
    );
    return () => {
      isGone = true;
      stop?.();
    };
  }, [html]);
}

/** Expired, revoked and unknown links look alike. */
export function LostDraft() {
  return (
    <main id="main" className="wrap shared-draft-lost">
      <title>链接已经失效</title>
      <meta name="robots" content="noindex" />
      <h1 className="visually-hidden">链接已经失效</h1>
      <Empty drawing="leaf" title="这个链接已经失效">
        <p>也许到期了，也许作者把它收了回去。想接着读，可以向作者要一个新的。</p>
        <Link className="btn btn-seal" to="/">
          返回首页
        </Link>
      </Empty>
    </main>
  );
}
