import { useRef, useState } from 'react';
import { type Choice, choices, choicesNow, choose } from '../reading-choices.ts';
import { ReadingPick, useLackingFaces } from '../reading-pick.tsx';
import type { Direction } from './direction.ts';

const sizes = Object.keys(choices.size.options);

/** Settings of type and paper, the same as on the article’s page; a book without a choice is set in Song. */
const current = () => ({ ...choicesNow(), face: document.documentElement.dataset.face || 'song' });

/** 字与纸: type, size, direction, paper and width, all kept on the device. */
export function BookLook({ direction }: { direction: Direction }) {
  const menu = useRef<HTMLElement>(null);
  const [now, setNow] = useState<Record<Choice, string>>();
  const lacking = useLackingFaces(now !== undefined);
  const onChoose = (name: Choice, value: string) => {
    choose(name, value);
    setNow(current());
  };
  const pick = (name: 'face' | 'paper' | 'width') => {
    const options = Object.entries(choices[name].options);
    return (
      <ReadingPick
        name={name}
        words={choices[name].words}
        options={options.filter(([value]) => !lacking.includes(value) || now?.[name] === value)}
        chosen={now?.[name]}
        onChoose={(value) => onChoose(name, value)}
      />
    );
  };
  return (
    <section
      className="book-menu book-look"
      id="book-look"
      popover="auto"
      aria-label="字与纸"
      ref={menu}
      onBeforeToggle={() => setNow(current())}
    >
      {now && (
        <>
          {pick('face')}
          <Size size={now.size} onChoose={(value) => onChoose('size', value)} />
          {direction.mayTurn && (
            <ReadingPick
              name="direction"
              words="排向"
              options={[
                ['horizontal', '横排'],
                ['vertical', '竖排'],
              ]}
              chosen={direction.vertical ? 'vertical' : 'horizontal'}
              onChoose={(value) => direction.set(value === 'vertical')}
            />
          )}
          {pick('paper')}
          {pick('width')}
          <p className="book-look-note">字号管标题、摘要、正文和评论，别处的文章也照这个来。</p>
        </>
      )}
    </section>
  );
}

function Size({ size, onChoose }: { size: string; onChoose: (size: string) => void }) {
  const at = Math.max(0, sizes.indexOf(size));
  const set = (index: number) => onChoose(sizes[Math.max(0, Math.min(sizes.length - 1, index))] ?? '3');
  return (
    <fieldset className="reading-pick">
      <legend>字号</legend>
      <div className="book-look-steps">
        <button type="button" aria-label="小一号" onClick={() => set(at - 1)}>
          小
        </button>
        <input
          type="range"
          min={0}
          max={sizes.length - 1}
          value={at}
          aria-label="字号"
          aria-valuetext={`第 ${at + 1} 档，共 ${sizes.length} 档`}
          onChange={({ target }) => set(Number(target.value))}
        />
        <button type="button" aria-label="大一号" onClick={() => set(at + 1)}>
          大
        </button>
      </div>
    </fieldset>
  );
}
