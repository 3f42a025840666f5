import { Icon } from '@mojian/ui/icon';
import type { Aloud } from './use-read-aloud.ts';

/** Controls of reading aloud. */
export function ReadAloudBar({ aloud }: { aloud: Aloud }) {
  const { speech, speed, stopsAtEnd, play, pause, stop, step, changeSpeed, setStopsAtEnd } = aloud;
  const isSpeaking = speech === 'speaking';
  const factor = `${speed.toFixed(2).replace(/0$/, '')}×`;
  return (
    <section className="book-aloud" aria-label="朗读">
      <span className="book-aloud-wave" aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
        <i />
      </span>
      <Act icon="former" word="上一句" act={() => step(-1)} />
      <button
        type="button"
        className="book-aloud-play"
        aria-label={isSpeaking ? '停' : '接着读'}
        onClick={isSpeaking ? pause : play}
      >
        <Icon name={isSpeaking ? 'pause' : 'play'} />
      </button>
      <Act icon="latter" word="下一句" act={() => step(1)} />
      <button type="button" aria-label={`语速 ${factor}`} onClick={changeSpeed}>
        {factor}
      </button>
      <button type="button" aria-pressed={stopsAtEnd} onClick={() => setStopsAtEnd(!stopsAtEnd)}>
        读完这篇停
      </button>
      <Act icon="x" word="收起朗读" act={stop} />
    </section>
  );
}

function Act({ icon, word, act }: { icon: string; word: string; act: () => void }) {
  return (
    <button type="button" className="book-aloud-act" aria-label={word} onClick={act}>
      <Icon name={icon} />
    </button>
  );
}
