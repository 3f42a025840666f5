import { Icon } from '@mojian/ui/icon';
import { useState } from 'react';
import { EmojiPicker } from './emoji-picker.tsx';
import './emoji.css';

/** Opens and closes the table of emoji. */
export function EmojiButton({ pick }: { pick: (sign: string) => void }) {
  const [isPicking, setPicking] = useState(false);
  return (
    <div className="picking">
      <button
        type="button"
        className="ib"
        aria-label="表情"
        aria-expanded={isPicking}
        onClick={() => setPicking(!isPicking)}
      >
        <Icon name="smile" />
      </button>
      {isPicking && <EmojiPicker pick={pick} close={() => setPicking(false)} />}
    </div>
  );
}
