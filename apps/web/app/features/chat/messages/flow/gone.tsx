import type { ChatMessage } from '@mojian/contract/chat/messages';
import { keptText } from './withdrawn-texts.ts';
import { goneWords } from './words-of.ts';

type Props = { message: ChatMessage; own: boolean; editAgain: (text: string) => void; tabIndex: 0 | -1 };

/** What is left of what was withdrawn or removed. */
export function Gone({ message, own, editAgain, tabIndex }: Props) {
  const text = own && message.state === 'withdrawn' ? keptText(message.sender.id, message.id) : undefined;
  return (
    <p className="gone-line">
      <bdi>{goneWords(message, own)}</bdi>
      {text && (
        <button type="button" tabIndex={tabIndex} onClick={() => editAgain(text)}>
          重新编辑
        </button>
      )}
    </p>
  );
}
