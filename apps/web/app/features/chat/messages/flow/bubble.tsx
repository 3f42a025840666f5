import type { ChatMessage } from '@mojian/contract/chat/messages';
import { emojiCount } from './emoji-only.ts';
import { Pieces } from './pieces.tsx';
import { Quoted } from './quoted.tsx';
import { SentPicture } from './sent-picture.tsx';
import { plainText } from './words-of.ts';

type Props = { message: ChatMessage; seek: (messageId: number) => void; tabIndex: 0 | -1 };

/** What one chat message says. */
export function Bubble({ message: { sender, pieces, picture, quote }, seek, tabIndex }: Props) {
  return (
    <div className={bubbleClass(plainText(pieces), picture !== null, quote !== null)} dir="auto">
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

/** A picture fills its bubble; a few emoji alone stand large without one. */
export function bubbleClass(text: string, hasPicture: boolean, hasQuote: boolean): string {
  const emoji = hasPicture ? 0 : emojiCount(text);
  const names = ['bub', hasPicture && 'img', hasPicture && text === '' && 'alone', emoji > 0 && 'jumbo'];
  return [...names, emoji > 3 && 'many', emoji > 0 && !hasQuote && 'bare'].filter(Boolean).join(' ');
}
