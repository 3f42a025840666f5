import { Icon } from '@mojian/ui/icon';
import { useEffect, useRef, useState } from 'react';
import { othersHighlightsKey } from '../../../storage/look-keys.ts';
import { readStored, writeStored } from '../../../storage/stored-json.ts';
import { Toggle } from '../../core/forms/toggle.tsx';
import { openDialog } from '../../core/viewer/open-dialog.tsx';
import { type Choice, choices, choicesNow, choose } from './reading-choices.ts';
import { ReadingPick, useLackingFaces } from './reading-pick.tsx';
import './article-dialog.css';
import './reading-menu.css';

/** Sizes that only the book offers. */
const beyond = new Set(['6', '7']);

/** Opens the reading settings below the visible text; where there is an article, with a way to read it as a book. */
export function openReadingMenu(readAsBook?: () => void) {
  openDialog('阅读设置', 'article-dialog reading-menu', (close) => (
    <ReadingMenu
      readAsBook={
        readAsBook &&
        (() => {
          close();
          readAsBook();
        })
      }
    />
  ));
}

/** `readAsBook`: shown on phones, where the bottom bar has no button for it. */
function ReadingMenu({ readAsBook }: { readAsBook: (() => void) | undefined }) {
  const [now, setNow] = useState(choicesNow);
  const first = useRef<HTMLInputElement>(null);
  // the dialog focuses the first option, not the chosen one
  useEffect(() => first.current?.focus(), []);
  const lacking = useLackingFaces();
  const onChoose = (name: Choice, value: string) => {
    choose(name, value);
    setNow(choicesNow());
  };
  const shown = (name: Choice) =>
    Object.entries(choices[name].options).filter(
      ([value]) => now[name] === value || !(lacking.includes(value) || (name === 'size' && beyond.has(value))),
    );
  return (
    <>
      {(Object.keys(choices) as Choice[])
        .filter((name) => name !== 'face' || lacking.length < 2)
        .map((name) => (
          <ReadingPick
            key={name}
            name={name}
            words={choices[name].words}
            options={shown(name)}
            chosen={now[name]}
            onChoose={(value) => onChoose(name, value)}
            {...(name === 'face' && { chosenRef: first })}
          />
        ))}
      <OthersHighlights />
      {readAsBook && (
        <button type="button" className="btn diagram-wide reading-menu-book" onClick={readAsBook}>
          <Icon name="focus" />
          专注阅读
        </button>
      )}
    </>
  );
}

/** Whether lines below sentences that others highlighted are drawn; only where an article may have some. */
function OthersHighlights() {
  const [isOn, setOn] = useState(() => readStored<boolean>('localStorage', othersHighlightsKey) !== false);
  if (!document.querySelector('[data-highlights="on"]')) return null;
  const onChange = () => {
    writeStored('localStorage', othersHighlightsKey, isOn ? false : undefined);
    setOn(!isOn);
    dispatchEvent(new Event('mojian:highlights'));
  };
  return (
    <div className="reading-menu-switch">
      <span>看别人的划线</span>
      <Toggle isOn={isOn} aria-label="看别人的划线" onClick={onChange} />
    </div>
  );
}
