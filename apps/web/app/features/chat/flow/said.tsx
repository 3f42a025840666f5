import type { ChatMessage } from '@mojian/contract/chat';
import { memo } from 'react';
import { Link } from 'react-router';
import { Face } from '../../../ui/face.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';
import { exactTime } from '../../../ui/times.ts';
import { Bubble } from './bubble.tsx';
import type { RowActs } from './flow-parts.ts';
import { Gone } from './gone.tsx';
import type { SaidRow } from './rows.ts';
import { clock, spoken } from './words-of.ts';

type Props = Omit<SaidRow, 'kind' | 'key'> & {
  rowKey: string;
  /** Whether the focus comes here when it enters the room. */
  isCurrent: boolean;
  /** The viewer may let through what waits. */
  mayRelease: boolean;
  acts: RowActs;
};

/** One chat message in its row: others' on the left, one's own on the right. */
export const Said = memo(function Said(props: Props) {
  const { message, own, isFirst, isLast, isCurrent, rowKey, acts } = props;
  const isGone = message.state === 'withdrawn' || message.state === 'removed';
  const tabIndex = isCurrent ? 0 : -1;
  const names = ['chat-row', isGone ? 'gone' : 'm', own && 'own', isFirst && 'first', isLast && 'last'];
  return (
    <article
      className={names.filter(Boolean).join(' ')}
      aria-label={spoken(message)}
      tabIndex={tabIndex}
      data-id={message.id}
      data-row={rowKey}
    >
      {isGone ? (
        <Gone message={message} own={own} editAgain={acts.editAgain} tabIndex={tabIndex} />
      ) : (
        <>
          {isFirst && !own && <Sender message={message} tabIndex={tabIndex} />}
          <div className="body">
            {isFirst && !own && <NameLine message={message} />}
            <div className="line">
              <Bubble message={message} seek={acts.seek} tabIndex={tabIndex} />
              <More message={message} tabIndex={tabIndex} openMenu={acts.openMenu} />
              {!isFirst && <SmallTime at={message.createdAt} />}
            </div>
            <Marks {...props} tabIndex={tabIndex} />
          </div>
        </>
      )}
    </article>
  );
});

type PartProps = { message: ChatMessage; tabIndex: 0 | -1 };

function Sender({ message: { sender }, tabIndex }: PartProps) {
  return (
    <Link className="face" to={`/user/${sender.id}`} aria-label={`${sender.nickname}的主页`} tabIndex={tabIndex}>
      <Face name={sender.nickname} picture={ownPicture(sender.avatar)} />
    </Link>
  );
}

function NameLine({ message: { sender, place, createdAt } }: { message: ChatMessage }) {
  return (
    <div className="nm">
      <b>
        <bdi>{sender.nickname}</bdi>
      </b>
      {sender.badge === 'owner' && <span className="badge s">博主</span>}
      <span>
        {place && `${place} · `}
        <Time at={createdAt} />
      </span>
    </div>
  );
}

function More({ message, tabIndex, openMenu }: PartProps & Pick<RowActs, 'openMenu'>) {
  return (
    <button
      type="button"
      className="ib opens"
      aria-label="更多"
      aria-haspopup="menu"
      tabIndex={tabIndex}
      onClick={({ currentTarget }) => openMenu(message, currentTarget, null)}
    >
      <Icon name="dots" />
    </button>
  );
}

/** Beside what is said in the same breath, while the pointer is on it. */
function SmallTime({ at }: { at: string }) {
  return (
    <span className="when">
      <Time at={at} />
    </span>
  );
}

function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={exactTime(at)}>
      {clock(at)}
    </time>
  );
}

function Marks({ message, own, isLast, isRead, mayRelease, acts, tabIndex }: Props & { tabIndex: 0 | -1 }) {
  const isHeld = message.state === 'held';
  if (!isHeld && !isRead && !(own && isLast)) return null;
  return (
    <div className="st">
      {own && isLast && <Time at={message.createdAt} />}
      {isRead && <span>已读</span>}
      {isHeld && <span className="held">审核中</span>}
      {isHeld && mayRelease && (
        <button type="button" tabIndex={tabIndex} onClick={() => acts.release(message)}>
          通过
        </button>
      )}
    </div>
  );
}
