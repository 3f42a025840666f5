import type { BoardMessage } from '@mojian/contract/community/board';
import { useUser } from '../../../session/session.ts';
import { AuthorName } from '../../../ui/author-name.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Face } from '../../../ui/face.tsx';
import { figures } from '../../../ui/figures.ts';
import { Moment } from '../../../ui/moment.tsx';
import { Earlier, More, type Part, type useMore } from '../../../ui/more.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';
import { StickerPicture } from '../../../ui/sticker-picture.tsx';
import { askToBlock } from '../../core/blocks/ask-to-block.ts';

type Report = (message: BoardMessage) => void;
type Props = {
  first: Part<BoardMessage>;
  more: ReturnType<typeof useMore<BoardMessage>>;
  held: BoardMessage[];
  fresh: BoardMessage[];
  report: Report;
};

export const boardAddress = (page: number) => (page > 1 ? `/message?page=${page}` : '/message');

/** Puts new messages on top, each once: a page loaded later may contain them again. */
export function BoardList({ first, more, held, fresh, report }: Props) {
  const rows = [...new Map([...held, ...fresh, ...more.rows].map((message) => [message.id, message])).values()];
  const total = first.total + fresh.filter(({ id }) => !first.records.some((message) => message.id === id)).length;
  return (
    <section className="board-list" aria-labelledby="board-list">
      <div className="section-head">
        <h2 id="board-list">全部留言</h2>
        {total > 0 && <span className="section-more">{`${figures(total)} 条`}</span>}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable to scroll by keyboard */}
      <div className="board-list-scroll" tabIndex={0}>
        <Earlier page={first.pageNo} pages={first.pages} address={boardAddress(first.pageNo - 1)} />
        {rows.length === 0 ? (
          <Empty title="还没有人留言">
            <p>纸已铺好，第一句留给你。</p>
          </Empty>
        ) : (
          <>
            <ul>
              {rows.map((message) => (
                <BoardRow key={message.id} message={message} report={report} />
              ))}
            </ul>
            <More
              more={more}
              address={boardAddress(more.next)}
              words="加载更多"
              end={`到这里就看完了，共 ${figures(total)} 条`}
            />
          </>
        )}
      </div>
    </section>
  );
}

function BoardRow({ message, report }: { message: BoardMessage; report: Report }) {
  const { id, nickname, avatar, pieces } = message;
  return (
    <li className="type-small" id={`message-${id}`}>
      <Face name={nickname} picture={ownPicture(avatar)} size="s" />
      <div>
        <div className="meta">
          <Writer message={message} />
          <About message={message} report={report} />
        </div>
        <p>
          <BoardText pieces={pieces} side={56} />
        </p>
      </div>
    </li>
  );
}

/** Text of a message, with its stickers. */
export function BoardText({ pieces, side }: Pick<BoardMessage, 'pieces'> & { side: number }) {
  return pieces.map((piece, at) => {
    const key = at; // the pieces never change their order
    if (!('sticker' in piece)) return <bdi key={key}>{piece.text}</bdi>;
    return <StickerPicture key={key} picture={piece.sticker} words={piece.text} side={side} />;
  });
}

/** Name of an author: members link to their page, guests to their site, visitors to nothing. */
function Writer({ message: { authorId, nickname, website } }: { message: BoardMessage }) {
  if (website === null && authorId === null) return <b>{nickname}</b>;
  return (
    <>
      <AuthorName id={authorId} website={website}>
        {nickname}
      </AuthorName>
      {website !== null && <span className="badge">访客</span>}
    </>
  );
}

function About({ message, report }: { message: BoardMessage; report: Report }) {
  const { authorId, nickname, website, place, held, createdAt } = message;
  const isMine = useUser()?.id === authorId;
  return (
    <>
      <Moment at={createdAt} />
      {place && <span title="IP 属地">{place}</span>}
      {held && (
        <span className="badge badge-seal" title="只有你和管理员看得见">
          审核中
        </span>
      )}
      {!held && !isMine && (
        <button
          type="button"
          className="board-list-report scripted dim"
          aria-label={`举报${nickname}的留言`}
          onClick={() => report(message)}
        >
          举报
        </button>
      )}
      {!isMine && website === null && authorId !== null && (
        <button
          type="button"
          className="board-list-report scripted dim"
          aria-label={`拉黑${nickname}`}
          onClick={() => askToBlock({ id: authorId, nickname })}
        >
          拉黑
        </button>
      )}
    </>
  );
}
