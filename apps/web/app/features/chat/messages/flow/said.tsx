import type { ChatMessage } from '@mojian/contract/chat/messages';
import { Icon } from '@mojian/ui/icon';
import { Link } from 'react-router';
import { Face } from '../../../../ui/face.tsx';
import { ownPicture } from '../../../../ui/own-picture.ts';
import { exactTime } from '../../../../ui/times.ts';
import { Bubble } from './bubble.tsx';
import type { RowActs } from './flow-parts.ts';
import type { SaidRow } from './rows.ts';
import { clock } from './words-of.ts';

type Props = SaidRow & { mayRelease: boolean; acts: RowActs; tabIndex: 0 | -1 };

/** What somebody said, with who, from where and when, and how it stands. */
export function Said(props: Props) {
  const { message, own, isFirst, acts, tabIndex } = props;
  const isNamed = isFirst && !own;
  return (
    <>
      {isNamed && <Sender message={message} tabIndex={tabIndex} />}
      <div className="body">
        {isNamed && <NameLine message={message} />}
        <div className="line">
          <Bubble message={message} seek={acts.seek} tabIndex={tabIndex} />
          <OpenMenu message={message} tabIndex={tabIndex} openMenu={acts.openMenu} />
          {!isFirst && <SmallTime at={message.createdAt} />}
        </div>
        <Marks {...props} />
      </div>
    </>
  );
}

type PartProps = { message: ChatMessage; tabIndex: 0 | -1 };

function Sender({ message: { sender }, tabIndex }: PartProps) {
  return (
    <Link className="face" to={`/user/${sender.id}`} aria-label={`${sender.nickname}的主页`} tabIndex={tabIndex}>
      <Face name={sender.nickname} picture={ownPicture(sender.avatar)} />
    </Link>
  );
}

function NameLine({ message: { sender, place, createdAt } }: Pick<PartProps, 'message'>) {
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

function OpenMenu({ message, tabIndex, openMenu }: PartProps & Pick<RowActs, 'openMenu'>) {
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

function Marks({ message, own, isLast, isRead, mayRelease, acts, tabIndex }: Props) {
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
