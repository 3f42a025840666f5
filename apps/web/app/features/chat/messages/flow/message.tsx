import type { ChatMessage, ChatPiece } from '@mojian/contract/chat/messages';
import { Icon } from '@mojian/ui/icon';
import { Link } from 'react-router';
import { Face } from '../../../../ui/face.tsx';
import { exactTime } from '../../../../ui/moment.tsx';
import { ownPicture } from '../../../../ui/own-picture.ts';
import { StickerPicture } from '../../../../ui/sticker-picture.tsx';
import type { RowActs } from './row-acts.ts';
import { clock, emojiCount, type SaidRow, textOfPieces } from './rows.ts';
import { SafeLink } from './safe-link.tsx';
import { SentPicture } from './sent-picture.tsx';

type SaidProps = SaidRow & { mayRelease: boolean; acts: RowActs; tabIndex: 0 | -1 };

/** Chat message with its sender, place, time and state. */
export function Said(props: SaidProps) {
  const { message, isOwn, isFirst, acts, tabIndex } = props;
  const isNamed = isFirst && !isOwn;
  return (
    <>
      {isNamed && <Sender message={message} tabIndex={tabIndex} />}
      <div className="chat-row-body">
        {isNamed && <NameLine message={message} />}
        <div className="chat-row-line row gap-1">
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
    <Link
      className="chat-row-face"
      to={`/user/${sender.id}`}
      aria-label={`${sender.nickname}的主页`}
      tabIndex={tabIndex}
    >
      <Face name={sender.nickname} picture={ownPicture(sender.avatar)} />
    </Link>
  );
}

function NameLine({ message: { sender, place, createdAt } }: Pick<PartProps, 'message'>) {
  return (
    <div className="chat-row-name dim row">
      <b className="sub">
        <bdi>{sender.nickname}</bdi>
      </b>
      {sender.badge === 'owner' && <span className="badge badge-seal">博主</span>}
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
      className="icon-button chat-row-opens"
      aria-label="更多"
      aria-haspopup="menu"
      tabIndex={tabIndex}
      onClick={({ currentTarget }) => openMenu(message, currentTarget, null)}
    >
      <Icon name="dots" />
    </button>
  );
}

/** Time of a message in a run, shown on hover. */
function SmallTime({ at }: { at: string }) {
  return (
    <span className="chat-row-when dim">
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

function Marks({ message, isOwn, isLast, isRead, mayRelease, acts, tabIndex }: SaidProps) {
  const isHeld = message.state === 'held';
  if (!isHeld && !isRead && !(isOwn && isLast)) return null;
  return (
    <div className="chat-row-state dim row row-wrap">
      {isOwn && isLast && <Time at={message.createdAt} />}
      {isRead && <span>已读</span>}
      {isHeld && <span className="chat-row-held">审核中</span>}
      {isHeld && mayRelease && (
        <button type="button" tabIndex={tabIndex} onClick={() => acts.release(message)}>
          通过
        </button>
      )}
    </div>
  );
}

type BubbleProps = { message: ChatMessage; seek: (messageId: number) => void; tabIndex: 0 | -1 };

function Bubble({ message: { sender, pieces, picture, quote }, seek, tabIndex }: BubbleProps) {
  // stickers alone stand on the page, as large emoji do
  const isBare = !quote && !picture && pieces.length > 0 && pieces.every((piece) => 'sticker' in piece);
  return (
    <div
      className={
        isBare ? 'chat-bubble chat-bubble-bare' : bubbleClass(textOfPieces(pieces), picture !== null, quote !== null)
      }
      dir="auto"
    >
      {quote && <Quoted quote={quote} seek={seek} tabIndex={tabIndex} />}
      {picture && <SentPicture picture={picture} sender={sender.nickname} tabIndex={tabIndex} />}
      {pieces.length > 0 && (
        <p>
          <Pieces pieces={pieces} tabIndex={tabIndex} />
        </p>
      )}
    </div>
  );
}

/** Class of a bubble: full-bleed for a picture, none for a few large emoji. */
export function bubbleClass(text: string, hasPicture: boolean, hasQuote: boolean): string {
  const emoji = hasPicture ? 0 : emojiCount(text);
  const names = ['chat-bubble', hasPicture && 'chat-bubble-picture', emoji > 0 && 'chat-bubble-jumbo'];
  return [...names, emoji > 3 && 'chat-bubble-many', emoji > 0 && !hasQuote && 'chat-bubble-bare']
    .filter(Boolean)
    .join(' ');
}

type QuotedProps = { quote: NonNullable<ChatMessage['quote']>; seek: (messageId: number) => void; tabIndex: 0 | -1 };

/** Quoted message; pressing it scrolls to the original. */
export function Quoted({ quote: { id, sender, text, isPicture, isGone, isBlocked }, seek, tabIndex }: QuotedProps) {
  if (isBlocked) return <q className="chat-row-gone">来自已拉黑的人</q>;
  if (isGone) return <q className="chat-row-gone">引用的消息已经不在了</q>;
  return (
    <button type="button" className="chat-quote" title="查看原消息" tabIndex={tabIndex} onClick={() => seek(id)}>
      <bdi className="chat-quote-from">{sender}</bdi>
      <bdi className="chat-quote-words">{text || (isPicture ? '[图片]' : '')}</bdi>
    </button>
  );
}

type PiecesProps = { pieces: ChatPiece[]; tabIndex: 0 | -1 };

/** Text of a message: words, links and mentions. */
function Pieces({ pieces, tabIndex }: PiecesProps) {
  return pieces.map((piece, at) => {
    const key = at; // the pieces never change their order
    if ('href' in piece) return <SafeLink key={key} text={piece.text} href={piece.href} tabIndex={tabIndex} />;
    if ('memberId' in piece)
      return (
        <Link key={key} className="chat-mention" to={`/user/${piece.memberId}`} tabIndex={tabIndex}>
          {piece.text}
        </Link>
      );
    if ('sticker' in piece) return <StickerPicture key={key} picture={piece.sticker} words={piece.text} side={104} />;
    return <bdi key={key}>{piece.text}</bdi>;
  });
}
