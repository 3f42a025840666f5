import type { QuoteCard } from '@mojian/contract/content/quote-cards';
import { type QuoteCardTemplate, quoteCardTemplates } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { useEffect, useEffectEvent, useState } from 'react';
import type { CallsOf } from '../../../api/calls.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { toast } from '../../../ui/toast.ts';
import { Toggle } from '../../core/forms/toggle.tsx';
import { openDialog } from '../../core/viewer/open-dialog.tsx';
import './quote-card-dialog.css';

export type QuoteCardCalls = CallsOf<'quoteCards'>['quoteCards'];

/** Words of an article or say that everyone may read, and the call that makes a quote card of them. */
export type QuoteCardWords = { kind: 'article' | 'say'; id: number; words: string; calls: QuoteCardCalls };

/** Opens 做成笺: words as a picture to keep or send. Loaded when it is first wanted. */
export function openQuoteCard(chosen: QuoteCardWords) {
  openDialog('做成笺', 'quote-card-dialog', (close) => <QuoteCardDialog {...chosen} close={close} />);
}

const templateWords: Record<QuoteCardTemplate, string> = {
  ruled: '朱丝栏',
  plain: '素笺',
  night: '夜拓',
  photo: '带照片',
};

function QuoteCardDialog({ close, ...chosen }: QuoteCardWords & { close: () => void }) {
  const [template, setTemplate] = useState<QuoteCardTemplate>();
  const [code, setCode] = useState(true);
  const [term, setTerm] = useState(true);
  const { card, failed, fail, again } = useQuoteCard(chosen, { code, term });
  const shown = template ?? card?.suggested ?? 'ruled';
  const url = failed === undefined ? card?.pictures[shown]?.url : undefined;
  return (
    <div className="quote-card-sheet">
      <div className="quote-card-preview">
        {failed === undefined ? (
          <Preview key={url} url={url} words={card?.words ?? chosen.words} onError={() => fail('没画出来')} />
        ) : (
          <Failed words={failed} again={again} />
        )}
      </div>
      <div className="quote-card-options">
        <header className="row">
          <h2>做成笺</h2>
          <button type="button" className="icon-button push" aria-label="关闭" onClick={close}>
            <Icon name="x" />
          </button>
        </header>
        <Templates card={card} shown={shown} choose={setTemplate} />
        <Switch words="带上二维码" isOn={code} turn={() => setCode(!code)} />
        <Switch words="写上今天的节气" isOn={term} turn={() => setTerm(!term)} />
        <Acts url={url} words={card?.words ?? chosen.words} />
        <Note card={card} />
      </div>
    </div>
  );
}

type Choices = { code: boolean; term: boolean };

/** Asks for the addresses anew with each choice; the words are checked by the server. */
function useQuoteCard({ kind, id, words, calls }: QuoteCardWords, { code, term }: Choices) {
  const [card, setQuoteCard] = useState<QuoteCard>();
  const [failed, fail] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const ask = useEffectEvent(() => calls.make({ body: { kind, id, words, code, term } }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each choice and each attempt
  useEffect(() => {
    let isOver = false;
    ask().then(
      (made) => {
        if (isOver) return;
        setQuoteCard(made);
        fail(undefined);
      },
      (error: Error) => !isOver && fail(error.message || '没画出来'),
    );
    return () => {
      isOver = true;
    };
  }, [code, term, attempt]);
  return { card, failed, fail, again: () => setAttempt(attempt + 1) };
}

type PreviewProps = { url: string | undefined; words: string; onError: () => void };

function Preview({ url, words, onError }: PreviewProps) {
  const [isLoaded, setLoaded] = useState(false);
  return (
    <>
      {!isLoaded && (
        <p className="quote-card-waiting" role="status">
          正在画…
        </p>
      )}
      {url && (
        <img
          className="quote-card-picture"
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
    <div className="quote-card-failed" role="alert">
      <p>{words}</p>
      <button type="button" className="btn" onClick={again}>
        <Icon name="refresh" />
        重试
      </button>
    </div>
  );
}

type TemplatesProps = {
  card: QuoteCard | undefined;
  shown: QuoteCardTemplate;
  choose: (template: QuoteCardTemplate) => void;
};

function Templates({ card, shown, choose }: TemplatesProps) {
  const templates = quoteCardTemplates.filter((template) => template !== 'photo' || card?.pictures.photo);
  return (
    <fieldset className="quote-card-templates">
      <legend>版式</legend>
      <div className="quote-card-choices">
        {templates.map((template) => (
          <label key={template}>
            <input
              type="radio"
              name="quote-card-template"
              className="visually-hidden"
              checked={template === shown}
              onChange={() => choose(template)}
            />
            <span className="quote-card-thumbnail">
              {card && <img src={card.pictures[template]?.small} width={270} height={360} alt="" />}
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
    <div className="quote-card-switch row">
      <span aria-hidden="true">{words}</span>
      <Toggle isOn={isOn} aria-label={words} onClick={turn} />
    </div>
  );
}

/** Saving a picture is the one act that all came for; without a picture the words can still be copied. */
function Acts({ url, words }: { url: string | undefined; words: string }) {
  return (
    <div className="quote-card-acts">
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

function Note({ card }: { card: QuoteCard | undefined }) {
  const size = `1080 × 1440${card ? ` · ${Array.from(card.words.replace(/\s/g, '')).length} 字` : ''}`;
  return (
    <p className="quote-card-note">
      {size} · 在微信里长按图片也能发
      {card?.isCut && <span>字多，竖排只写到一句的末尾</span>}
      {card && card.missing.length > 0 && <span>字库里没有「{card.missing.join('')}」，画成了 □</span>}
    </p>
  );
}
