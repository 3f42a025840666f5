import type { ChatPiece } from '@mojian/contract/chat/messages';
import { Link } from 'react-router';
import { SafeLink } from './safe-link.tsx';

type Props = { pieces: ChatPiece[]; tabIndex: 0 | -1 };

/** A chat message's text: words, links and who is called. */
export function Pieces({ pieces, tabIndex }: Props) {
  return pieces.map((piece, at) => {
    const key = at; // a text is never rearranged
    if ('href' in piece) return <SafeLink key={key} text={piece.text} href={piece.href} tabIndex={tabIndex} />;
    if ('memberId' in piece)
      return (
        <Link key={key} className="at" to={`/user/${piece.memberId}`} tabIndex={tabIndex}>
          {piece.text}
        </Link>
      );
    return <bdi key={key}>{piece.text}</bdi>;
  });
}
