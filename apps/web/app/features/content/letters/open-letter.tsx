import { type Letter, type LetterTemplate, letterTemplates } from '@mojian/contract/content/letters';
import { Icon } from '@mojian/ui/icon';
import { useEffect, useEffectEvent, useState } from 'react';
import type { CallsOf } from '../../../api/calls.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { toast } from '../../../ui/toast.ts';
import { Toggle } from '../../core/forms/toggle.tsx';
import { openDialog } from '../../core/viewer/open-dialog.tsx';
import './letter-dialog.css';

export type LetterCalls = CallsOf<'letters'>['letters'];

/** Words of an article or say that everyone may read, and the call that makes a letter of them. */
export type LetterWords = { kind: 'article' | 'say'; id: number; words: string; calls: LetterCalls };

/** Opens 做成笺: words as a picture to keep or send. Loaded when it is first wanted. */
export function openLetter(chosen: LetterWords) {
  openDialog('做成笺', 'letter-dialog', (close) => <LetterDialog {...chosen} close={close} />);
}

const templateWords: Record<LetterTemplate, string> = { ruled: '朱丝栏', plain: '素笺', night: '夜拓' };

function LetterDialog({ close, ...chosen }: LetterWords & { close: () => void }) {
  const [template, setTemplate] = useState<LetterTemplate>();
  const [code, setCode] = useState(true);
  const [term, setTerm] = useState(true);
  const { letter, failed, fail, again } = useLetter(chosen, { code, term });
  const shown = template ?? letter?.suggested ?? 'ruled';
  const url = failed === undefined ? letter?.pictures[shown].url : undefined;
  return (
    <div className="letter-sheet">
      <div className="letter-preview">
        {failed === undefined ? (
          <Preview key={url} url={url} words={letter?.words ?? chosen.words} onError={() => fail('没画出来')} />
        ) : (
          <Failed words={failed} again={again} />
        )}
      </div>
      <div className="letter-options">
        <header className="row">
          <h2>做成笺</h2>
          <button type="button" className="icon-button push" aria-label="关闭" onClick={close}>
            <Icon name="x" />
          </button>
        </header>
        <Templates letter={letter} shown={shown} choose={setTemplate} />
        <Switch words="带上二维码" isOn={code} turn={() => setCode(!code)} />
        <Switch words="写上今天的节气" isOn={term} turn={() => setTerm(!term)} />
        <Acts url={url} words={letter?.words ?? chosen.words} />
        <Note letter={letter} />
      </div>
    </div>
  );
}

type Choices = { code: boolean; term: boolean };

/** Asks for the addresses anew with each choice; the words are checked by the server. */
function useLetter({ kind, id, words, calls }: LetterWords, { code, term }: Choices) {
  const [letter, setLetter] = useState<Letter>();
  const [failed, fail] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const ask = useEffectEvent(() => calls.make({ body: { kind, id, words, code, term } }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each choice and each attempt
  useEffect(() => {
    let isOver = false;
    ask().then(
      (made) => {
        if (isOver) return;
        setLetter(made);
        fail(undefined);
      },
      (error: Error) => !isOver && fail(error.message || '没画出来'),
    );
    return () => {
      isOver = true;
    };
  }, [code, term, attempt]);
  return { letter, failed, fail, again: () => setAttempt(attempt + 1) };
}

type PreviewProps = { url: string | undefined; words: string; onError: () => void };

function Preview({ url, words, onError }: PreviewProps) {
  const [isLoaded, setLoaded] = useState(false);
  return (
    <>
      {!isLoaded && (
        <p className="letter-waiting" role="status">
          正在画…
        </p>
      )}
      {url && (
        <img
          className="letter-picture"
          src={url}
          width={1080}
          height={1440}
          alt={`笺：${words}`}
          data-loaded={isLoaded}
          onLoad={() => setLoaded(true)}
          onError={onError}
        />
      )}
    </>
  );
}

function Failed({ words, again }: { words: string; again: () => void }) {
  return (
    <div className="letter-failed" role="alert">
      <p>{words}</p>
      <button type="button" className="btn" onClick={again}>
        <Icon name="refresh" />
        再试一次
      </button>
    </div>
  );
}

type TemplatesProps = { letter: Letter | undefined; shown: LetterTemplate; choose: (template: LetterTemplate) => void };

function Templates({ letter, shown, choose }: TemplatesProps) {
  return (
    <fieldset className="letter-templates">
      <legend>版式</legend>
      <div className="letter-choices">
        {letterTemplates.map((template) => (
          <label key={template}>
            <input
              type="radio"
              name="letter-template"
              className="visually-hidden"
              checked={template === shown}
              onChange={() => choose(template)}
            />
            <span className="letter-thumbnail">
              {letter && <img src={letter.pictures[template].small} width={270} height={360} alt="" />}
            </span>
            {templateWords[template]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Switch({ words, isOn, turn }: { words: string; isOn: boolean; turn: () => void }) {
  return (
    <div className="letter-switch row">
      <span aria-hidden="true">{words}</span>
      <Toggle isOn={isOn} aria-label={words} onClick={turn} />
    </div>
  );
}

/** Saving a picture is the one act that all came for; without a picture the words can still be copied. */
function Acts({ url, words }: { url: string | undefined; words: string }) {
  return (
    <div className="letter-acts">
      <a className="btn btn-seal" href={url} download="笺.png" aria-disabled={url === undefined}>
        <Icon name="down" />
        存成图片
      </a>
      {'ClipboardItem' in window && (
        <button type="button" className="btn" disabled={!url} onClick={() => url && void copyPicture(url)}>
          <Icon name="copy" />
          复制图片
        </button>
      )}
      {'share' in navigator && (
        <button type="button" className="btn" disabled={!url} onClick={() => url && void sendPicture(url)}>
          <Icon name="share" />
          发给…
        </button>
      )}
      <button type="button" className="btn" onClick={() => void copyWords(words)}>
        <Icon name="quote" />
        复制文字
      </button>
    </div>
  );
}

async function fetchPicture(url: string) {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error('没画出来');
  return reply.blob();
}

async function copyPicture(url: string) {
  // a promise, since some browsers allow a copy only at once after the press
  const item = new ClipboardItem({ 'image/png': fetchPicture(url) });
  const isCopied = await navigator.clipboard.write([item]).then(
    () => true,
    () => false,
  );
  toast(isCopied ? 'success' : 'error', isCopied ? '图片已复制' : '没有复制成，请存成图片');
}

async function sendPicture(url: string) {
  try {
    const file = new File([await fetchPicture(url)], '笺.png', { type: 'image/png' });
    const files = { files: [file] };
    await navigator.share(navigator.canShare?.(files) ? files : { url: new URL(url, location.href).href });
  } catch (error) {
    const isCancelled = error instanceof Error && error.name === 'AbortError';
    if (!isCancelled) toast('error', '没有发成，请存成图片再发');
  }
}

async function copyWords(words: string) {
  const isCopied = await copyText(words);
  toast(isCopied ? 'success' : 'error', isCopied ? '文字已复制' : '复制失败，请手动选中文字');
}

function Note({ letter }: { letter: Letter | undefined }) {
  const size = `1080 × 1440${letter ? ` · ${Array.from(letter.words.replace(/\s/g, '')).length} 字` : ''}`;
  return (
    <p className="letter-note">
      {size} · 在微信里长按图片也能发
      {letter?.isCut && <span>字多，竖排只写到一句的末尾</span>}
      {letter && letter.missing.length > 0 && <span>字库里没有「{letter.missing.join('')}」，画成了 □</span>}
    </p>
  );
}
