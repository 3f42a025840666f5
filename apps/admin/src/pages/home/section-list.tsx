import { type HomeSection, homeSections, type PlacedSection } from '@mojian/contract/core/home-sections';
import { Icon } from '@mojian/ui/icon';
import { Button, Checkbox, Segmented, Switch } from 'antd';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useDrag } from '../../platform/ordering/drag.ts';
import { moveBefore } from '../../platform/ordering/move.ts';
import type { HomeSettings } from './changes.ts';
import { Miniature } from './miniature.tsx';
import { type Contents, stateOf } from './state-of-section.ts';
import './section-list.css';

type Props = {
  sections: PlacedSection[];
  value: HomeSettings;
  contents: Contents;
  isLocked: boolean;
  change: (part: Partial<HomeSettings>) => void;
};

const ordinals = '一二三四五六七八九十';

/** Sections in their order: dragged, moved by arrows, or lifted with the space key. */
export function SectionList({ sections, value, contents, isLocked, change }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const { announcement, order, move } = useOrder(sections, change);
  const { lifted, drop, onKey } = useLifting(sections, order, move);
  useDrag(list, {
    isFixed: isLocked,
    onDrop(from, { before }) {
      const places = sections.map((_, at) => at);
      const next = moveBefore(places, from, before).flatMap((at) => sections[at] ?? []);
      const [moved] = sections.slice(from, from + 1);
      if (moved) order(next, moved.name);
    },
  });
  const turn = (name: HomeSection, on: boolean) =>
    change({ sections: sections.map((one) => (one.name === name ? { name, on } : one)) });
  return (
    <section className="card" aria-label="往下排">
      <header>
        <h2>往下排</h2>
        <span>拖动，或用 ↑ ↓</span>
      </header>
      <p className="visually-hidden" aria-live="polite">
        {announcement}
      </p>
      <ol className="rows section-list" ref={list}>
        {sections.map((section, at) => (
          <li
            key={section.name}
            data-drag-id={at}
            data-lifted={lifted === section.name || undefined}
            className={section.on ? '' : 'section-list-off'}
          >
            <Row
              section={section}
              at={at}
              count={sections.length}
              isLifted={lifted === section.name}
              note={stateOf(section.name, contents)}
              isLocked={isLocked}
              onKey={onKey(section.name)}
              onBlur={drop}
              move={(by) => move(section.name, by)}
              turn={(on) => turn(section.name, on)}
            />
            {section.name === 'new' && section.on && <NewArticles value={value} isLocked={isLocked} change={change} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

type Order = (next: PlacedSection[], moved: HomeSection) => void;
type Move = (name: HomeSection, by: 1 | -1) => void;

/** Moves sections, tells where they stand then, and keeps the focus with them. */
function useOrder(sections: PlacedSection[], change: Props['change']) {
  const [announcement, announce] = useState('');
  const keepFocus = useFocusOnMove(sections);
  const order: Order = (next, moved) => {
    keepFocus();
    change({ sections: next });
    const at = next.findIndex(({ name }) => name === moved);
    announce(`${homeSections[moved]}，第${ordinals[at]}，共${ordinals[sections.length - 1]}`);
  };
  const move: Move = (name, by) => {
    const at = sections.findIndex((one) => one.name === name);
    const [section] = sections.slice(at, at + 1);
    if (!section || at + by < 0 || at + by >= sections.length) return;
    order(sections.toSpliced(at, 1).toSpliced(at + by, 0, section), name);
  };
  return { announcement, order, move };
}

/** A row lifted with the keyboard: the arrows move it, Escape brings the order back. */
function useLifting(sections: PlacedSection[], order: Order, move: Move) {
  const [lifted, setLifted] = useState<{ name: HomeSection; from: PlacedSection[] }>();
  const putBack = (from: PlacedSection[], name: HomeSection) => {
    order(from, name);
    setLifted(undefined);
  };
  /** Finds the act of a key on a row, if any. */
  const actOf = (name: HomeSection, key: string) => {
    const held = lifted?.name === name ? lifted : undefined;
    if (key === ' ' || key === 'Enter') return () => setLifted(held ? undefined : { name, from: sections });
    if (!held) return undefined;
    const by = directions[key];
    if (by) return () => move(name, by);
    return key === 'Escape' ? () => putBack(held.from, name) : undefined;
  };
  const onKey = (name: HomeSection) => (event: KeyboardEvent) => {
    const act = actOf(name, event.key);
    if (!act) return;
    event.preventDefault();
    act();
  };
  /** A row that moves loses the focus to nothing for a moment. */
  const drop = ({ relatedTarget }: FocusEvent) => relatedTarget && setLifted(undefined);
  return { lifted: lifted?.name, drop, onKey };
}

const directions: Record<string, 1 | -1 | undefined> = { ArrowUp: -1, ArrowDown: 1 };

/** A button that moves with its row would lose the focus. */
function useFocusOnMove(sections: PlacedSection[]) {
  const focused = useRef('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the order changes, which moves the button
  useEffect(() => {
    if (focused.current === '') return;
    const button = document.querySelector<HTMLButtonElement>(`[data-part="${focused.current}"]`);
    focused.current = '';
    if (button?.disabled) button.closest('li')?.querySelector<HTMLElement>('.drag-handle')?.focus();
    else button?.focus();
  }, [sections]);
  return () => {
    focused.current = (document.activeElement as HTMLElement | null)?.dataset.part ?? '';
  };
}

type RowProps = {
  section: PlacedSection;
  at: number;
  count: number;
  isLifted: boolean;
  note: ReturnType<typeof stateOf>;
  isLocked: boolean;
  onKey: (event: KeyboardEvent) => void;
  onBlur: (event: FocusEvent) => void;
  move: (by: 1 | -1) => void;
  turn: (on: boolean) => void;
};

function Row({ section: { name, on }, at, count, isLifted, note, isLocked, onKey, onBlur, move, turn }: RowProps) {
  const title = homeSections[name];
  const place = `第${ordinals[at]}，共${ordinals[count - 1]}`;
  return (
    <>
      <button
        className="drag-handle section-list-handle"
        type="button"
        data-part={`${name}-handle`}
        disabled={isLocked}
        aria-label={`移动${title}，${place}`}
        aria-pressed={isLifted}
        title="拖动；或按空格拿起，↑ ↓ 移动，再按空格放下，Esc 放回"
        onKeyDown={onKey}
        onBlur={onBlur}
      >
        <Icon name="drag" />
      </button>
      <Miniature name={name} />
      <div className="section-list-words">
        <b>{title}</b>
        <p className={note.isWarning ? 'section-list-warning' : ''}>{note.text}</p>
      </div>
      <span className="section-list-moves">
        <Button
          type="text"
          size="small"
          className="section-list-up"
          data-part={`${name}-up`}
          aria-label={`${title}往上`}
          disabled={isLocked || at === 0}
          icon={<Icon name="down" />}
          onClick={() => move(-1)}
        />
        <Button
          type="text"
          size="small"
          data-part={`${name}-down`}
          aria-label={`${title}往下`}
          disabled={isLocked || at === count - 1}
          icon={<Icon name="down" />}
          onClick={() => move(1)}
        />
      </span>
      <Switch aria-label={`显示${title}`} disabled={isLocked} checked={on} onChange={turn} />
    </>
  );
}

function NewArticles({ value, isLocked, change }: Pick<Props, 'value' | 'isLocked' | 'change'>) {
  return (
    <div className="section-list-more">
      <Segmented
        aria-label="新文章的篇数"
        disabled={isLocked}
        options={['5', '9', '14'].map((count) => ({ value: count, label: `${count} 篇` }))}
        value={value.count}
        onChange={(count) => change({ count: count as HomeSettings['count'] })}
      />
      <Checkbox disabled={isLocked} checked={value.wide} onChange={({ target }) => change({ wide: target.checked })}>
        每五篇一张宽图
      </Checkbox>
      <Checkbox disabled={isLocked} checked={value.side} onChange={({ target }) => change({ side: target.checked })}>
        右侧放名片、推荐、最新评论
      </Checkbox>
    </div>
  );
}
