import type { StickerPack } from '@mojian/contract/core/stickers';
import { Icon } from '@mojian/ui/icon';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { StickerPicture } from '../../../ui/sticker-picture.tsx';
import { type Choice, type ChoicePage, findChoices, loadPacks, noteRecent, pagesOf } from './sticker-choices.ts';
import './sticker-panel.css';

type Props = {
  /** Puts a sticker's code, a face or an emoji into the text. */
  pick: (written: string) => void;
  close: () => void;
};

/** Packs of stickers, faces and emoji, with a search; Escape or a press outside closes it. */
export function StickerPanel({ pick, close }: Props) {
  const panel = useRef<HTMLDivElement>(null);
  const [packs, setPacks] = useState<StickerPack[]>();
  const [typed, setTyped] = useState('');
  const [chosen, choose] = useState<string>();
  const [pages, setPages] = useState<ChoicePage[]>([]);
  useEffect(() => {
    void loadPacks().then((loaded) => {
      setPacks(loaded);
      setPages(pagesOf(loaded));
    });
  }, []);
  useClosing(panel, close);
  const shown = pages.find(({ name }) => name === chosen) ?? pages.find(({ choices }) => choices.length > 0);
  const found = typed.trim() === '' ? undefined : findChoices(pages, packs ?? [], typed);
  const put = (choice: Choice, byKeyboard: boolean) => {
    noteRecent(choice.written);
    pick(choice.written);
    if (byKeyboard || choice.picture) close();
  };
  return (
    <div ref={panel} className="sticker-panel" role="dialog" aria-label="表情" onKeyDown={moveBy(panel)}>
      <Search typed={typed} type={setTyped} close={close} />
      <div className="sticker-panel-pages">
        {found?.length === 0 && <p className="sticker-panel-none dim">没有找到，换个词试试</p>}
        {found?.map((page) => (
          <section key={page.name} aria-label={page.name}>
            <h4 className="label">{page.name}</h4>
            <Choices page={page} put={put} />
          </section>
        ))}
        {!found && shown && <Choices page={shown} put={put} />}
      </div>
      {pages.length > 0 && (
        <div className="sticker-panel-packs" role="tablist" aria-label="包">
          {pages.map((page) => (
            <button
              key={page.name}
              type="button"
              role="tab"
              aria-label={page.name}
              title={page.name}
              aria-selected={!found && page === shown}
              onClick={() => {
                setTyped('');
                setPages(pagesOf(packs ?? []));
                choose(page.name);
              }}
            >
              <PageSign page={page} />
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function Search({ typed, type, close }: { typed: string; type: (words: string) => void; close: () => void }) {
  return (
    <div className="sticker-panel-search row">
      <Icon name="search" />
      <input
        className="grow"
        type="search"
        aria-label="搜表情"
        placeholder="搜一个，比如「谢谢」「下雨」"
        value={typed}
        onChange={({ target }) => type(target.value)}
        // Enter would send the form around
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        autoComplete="off"
      />
      <button type="button" className="icon-button" aria-label="收起表情" onClick={close}>
        <Icon name="x" />
      </button>
    </div>
  );
}

type ChoicesProps = { page: ChoicePage; put: (choice: Choice, byKeyboard: boolean) => void };

function Choices({ page: { kind, choices }, put }: ChoicesProps) {
  if (choices.length === 0) return <p className="sticker-panel-none dim">用过的会在这里</p>;
  return (
    <div className={`sticker-panel-grid sticker-panel-${kind}`}>
      {choices.map((choice) => (
        <button
          key={choice.name + choice.written}
          type="button"
          data-choice={choice.picture ? 'sticker' : 'text'}
          title={choice.name}
          aria-label={choice.picture || kind === 'faces' ? choice.name : choice.written}
          onClick={({ detail }) => put(choice, detail === 0)}
        >
          {choice.picture ? <StickerPicture picture={choice.picture} words="" side={56} /> : choice.written}
          {choice.picture && <span aria-hidden="true">{choice.name}</span>}
        </button>
      ))}
    </div>
  );
}

function PageSign({ page: { kind, name, choices } }: { page: ChoicePage }) {
  const picture = choices[0]?.picture;
  if (kind === 'recent') return <Icon name="clock" />;
  if (kind === 'stickers' && picture) return <StickerPicture picture={picture} words="" side={30} />;
  return name;
}

/** Focuses the search, but on touch screens, whose keyboard would cover the panel; returns the focus when it closes. */
function useClosing(panel: RefObject<HTMLDivElement | null>, close: () => void) {
  const latestClose = useRef(close);
  latestClose.current = close;
  useEffect(() => {
    const focusedBefore = document.activeElement as HTMLElement | null;
    const isTouch = matchMedia('(hover: none)').matches;
    panel.current?.querySelector<HTMLElement>(isTouch ? 'button' : 'input')?.focus({ preventScroll: true });
    const onPress = ({ target }: Event) =>
      !panel.current?.parentElement?.contains(target as Node) && latestClose.current();
    document.addEventListener('pointerdown', onPress);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      if (panel.current?.contains(document.activeElement)) focusedBefore?.focus();
    };
  }, [panel]);
}

/** Arrows move over the choices as they stand on the screen, from the search as well; Escape presses the closing button. */
function moveBy(panel: RefObject<HTMLDivElement | null>) {
  return (event: KeyboardEvent) => {
    const root = panel.current;
    if (!root) return;
    if (event.key === 'Escape') {
      root.querySelector<HTMLElement>('.sticker-panel-search button')?.click();
    } else if (event.key.startsWith('Arrow')) {
      const to = neighbour(root, event.key);
      if (!to) return;
      to.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

function neighbour(root: HTMLElement, key: string) {
  const choices = [...root.querySelectorAll<HTMLElement>('[data-choice]')];
  const at = choices.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return key === 'ArrowDown' ? choices[0] : undefined;
  if (key === 'ArrowRight') return choices[at + 1];
  if (key === 'ArrowLeft') return choices[at - 1];
  const here = choices[at]?.getBoundingClientRect();
  const rows = key === 'ArrowDown' ? choices.slice(at + 1) : choices.slice(0, at).reverse();
  const isOtherRow = (box: DOMRect) => here && Math.abs(box.top - here.top) > here.height / 2;
  const row = rows.map((one) => one.getBoundingClientRect()).find(isOtherRow);
  if (!row || !here) return key === 'ArrowUp' ? (root.querySelector<HTMLElement>('input') ?? undefined) : undefined;
  const distance = (one: HTMLElement) => Math.abs(one.getBoundingClientRect().left - here.left);
  return rows
    .filter((one) => Math.abs(one.getBoundingClientRect().top - row.top) < row.height / 2)
    .toSorted((one, other) => distance(one) - distance(other))[0];
}
