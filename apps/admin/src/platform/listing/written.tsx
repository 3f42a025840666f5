import { useState } from 'react';
import './written.css';

/** About four lines of a list. */
const short = 160;

/** What somebody wrote, as they wrote it; what is long is unfolded when asked for. */
export function Written({ text, quiet = false }: { text: string; quiet?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > short || text.split('\n').length > 4;
  const names = ['written', quiet && 'quiet', isLong && !isOpen && 'long'].filter(Boolean).join(' ');
  return (
    <>
      <span className={names}>{text}</span>
      {isLong && (
        <button type="button" className="unfold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? '收起' : '展开'}
        </button>
      )}
    </>
  );
}
