import type { ChatMessage } from '@mojian/contract/chat/messages';
import { Icon } from '@mojian/ui/icon';

/** What is answered to, above the words, and the way not to. */
export function QuoteBar({ quote, drop }: { quote: ChatMessage; drop: () => void }) {
  const text = quote.pieces.map((piece) => piece.text).join('') || (quote.picture ? '[图片]' : '');
  return (
    <div className="quote-bar">
      <p>
        <b>{quote.sender.nickname}</b>：{text}
      </p>
      <button type="button" className="ib" aria-label="取消引用" onClick={drop}>
        <Icon name="x" />
      </button>
    </div>
  );
}
