import { Icon } from '@mojian/ui/icon';
import { CommentsClosed } from './comments-closed.tsx';
import { CommentsHead } from './comments-head.tsx';
import { ServedTalks } from './served-talks.tsx';
import type { Talk } from './talk.ts';

/**
 * The first comments as the server sends them, for search engines and readers without scripts. `watch-comments.ts` puts
 * the living list in their place. Without state and effects, like the screen around it.
 */
export function ServedComments({ talk, isClosed = false }: { talk: Talk; isClosed?: boolean }) {
  return (
    <section
      className="comments"
      id="comments"
      aria-label="评论"
      data-awake="false"
      data-closed={isClosed || undefined}
    >
      <div className="served-comments">
        <CommentsHead total={talk.total} />
        {isClosed ? <CommentsClosed /> : <ServedForm />}
        <ServedTalks talk={talk} isClosed={isClosed} />
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
      <div className="replybox scripted">
        <span className="av av-m" aria-hidden="true" />
        <div className="sheet">
          <textarea id="write" className="letter" aria-label="写评论" placeholder={placeholder} autoComplete="off" />
          <div className="bar">
            {(['smile', 'pic', 'at'] as const).map((icon) => (
              <span className="ib" key={icon}>
                <Icon name={icon} />
              </span>
            ))}
            <span className="push" />
            <button className="btn seal-b sm" type="button" data-act="send">
              发布
            </button>
          </div>
        </div>
      </div>
    </>
  );
}

const placeholder = '写下你的一句话，支持 Markdown';
