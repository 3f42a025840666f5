import { Icon } from '@mojian/ui/icon';
import { figures } from '../../../ui/figures.ts';
import { ServedTalks } from './comment-thread.tsx';
import type { Discussion } from './threads.ts';

/**
 * Comments in the served HTML, for search engines and readers without scripts. Stateless; `watch-comments.ts` replaces
 * them.
 */
export function ServedComments({ discussion, isClosed = false }: { discussion: Discussion; isClosed?: boolean }) {
  return (
    <section
      className="comments after-paint"
      id="comments"
      aria-label="评论"
      data-awake="false"
      data-closed={isClosed || undefined}
    >
      <div className="served-comments">
        <CommentsHead total={discussion.total} />
        {isClosed ? <CommentsClosed /> : <ServedForm />}
        <ServedTalks discussion={discussion} isClosed={isClosed} />
      </div>
    </section>
  );
}

function ServedForm() {
  return (
    <>
      {/* before the form: a link to #write leads to the first, which is the one that is shown */}
      <noscript>
        <p className="dim" id="write">
          写评论要用到脚本，请在浏览器里允许它。
        </p>
      </noscript>
      <div className="comment-form scripted">
        <span className="face" aria-hidden="true" />
        <div className="sheet">
          <textarea
            id="write"
            className="ruled-paper"
            aria-label="写评论"
            placeholder={placeholder}
            autoComplete="off"
          />
          <div className="comment-form-bar row row-wrap dim">
            {(['smile', 'pic', 'at'] as const).map((icon) => (
              <span className="icon-button" key={icon}>
                <Icon name={icon} />
              </span>
            ))}
            <span className="push" />
            <button className="btn btn-seal btn-sm" type="button" data-act="send">
              发布
            </button>
          </div>
        </div>
      </div>
    </>
  );
}

const placeholder = '写下你的评论，支持 Markdown';

export type Sort = 'new' | 'hot';

type CommentsHeadProps = { total: number; sort?: Sort; onSort?: (sort: Sort) => void };

const sorts = [
  ['new', '最新'],
  ['hot', '最热'],
] as const;

/** Heading with the count and the order. */
export function CommentsHead({ total, sort = 'new', onSort }: CommentsHeadProps) {
  return (
    <div className="section-head">
      <h2>{total > 0 ? `评论 ${figures(total)}` : '评论'}</h2>
      {total > 1 && (
        <fieldset className="switch scripted" aria-label="评论的顺序">
          {sorts.map(([name, words]) => (
            <button
              key={name}
              type="button"
              data-act={`sort-${name}`}
              aria-pressed={sort === name}
              onClick={() => onSort?.(name)}
            >
              {words}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}

/** Shown instead of the form on closed comments. */
export function CommentsClosed() {
  return <p className="comments-closed dim">评论已关闭</p>;
}
