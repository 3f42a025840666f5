import { featureOfPath } from '@mojian/contract/core/features';
import { completeMenu, isMenuPlace, type MenuItem, menuPlaces, mostMenuItems } from '@mojian/contract/pages/menu';
import { Button, Input, Switch } from 'antd';
import { useRef, useState } from 'react';
import { useDrag } from '../../../platform/ordering/use-drag.ts';
import { useOffice } from '../../../platform/shell/use-office.ts';
import type { ControlProps } from '../control-props.ts';
import { MoveButtons, moved, placeOf } from './move-buttons.tsx';

/** The header's entries: their order, their words, which are shown, and links of the owner's own. */
export function MenuItems({ id, value, isLocked, onChange }: ControlProps<MenuItem[]>) {
  const items = completeMenu(value);
  const change = (place: number, part: Partial<MenuItem>) =>
    onChange(items.map((item, at) => (at === place ? { ...item, ...part } : item)));
  const list = useRef<HTMLUListElement>(null);
  useDrag(list, {
    isFixed: isLocked,
    onDrop: (from, { before }) => onChange(moved(items, from, placeOf(from, before ?? items.length))),
  });
  return (
    <>
      <ul className="rows menu-items" id={id} ref={list}>
        {items.map((item, place) => {
          const usual = isMenuPlace(item.to) ? menuPlaces[item.to] : '';
          const name = item.words || usual;
          return (
            <li key={item.to} data-drag-id={place}>
              <MoveButtons
                words={name}
                place={place}
                count={items.length}
                isLocked={isLocked}
                move={(to) => onChange(moved(items, place, to))}
              />
              <Input
                aria-label={`${name}的名字`}
                status={item.words.length > 12 ? 'error' : ''}
                placeholder={usual || '名字'}
                disabled={isLocked}
                value={item.words}
                onChange={(event) => change(place, { words: event.target.value })}
              />
              <span className="to">{item.to}</span>
              <Shown
                item={item}
                name={name}
                isLocked={isLocked}
                show={(on) => change(place, { hidden: !on })}
                remove={() => onChange(items.filter((one) => one !== item))}
              />
            </li>
          );
        })}
      </ul>
      {items.length < mostMenuItems && (
        <NewLink isLocked={isLocked} taken={items.map(({ to }) => to)} add={(item) => onChange([...items, item])} />
      )}
    </>
  );
}

type ShownProps = { item: MenuItem; name: string; isLocked: boolean; show: (on: boolean) => void; remove: () => void };

/** At the end of an entry: a feature is there while it is on, another place may be hidden, a link of one's own removed. */
function Shown({ item: { to, hidden }, name, isLocked, show, remove }: ShownProps) {
  const { has } = useOffice();
  const feature = featureOfPath(to);
  if (feature) return <span className="by-feature">{has(feature) ? '' : '已关闭'}</span>;
  if (isMenuPlace(to))
    return <Switch aria-label={`显示${name}`} disabled={isLocked} checked={!hidden} onChange={show} />;
  return (
    <Button type="text" size="small" disabled={isLocked} aria-label={`移除${name}`} onClick={remove}>
      移除
    </Button>
  );
}

type NewLinkProps = { isLocked: boolean; taken: string[]; add: (item: MenuItem) => void };

function NewLink({ isLocked, taken, add }: NewLinkProps) {
  const [words, setWords] = useState('');
  const [to, setTo] = useState('');
  const isReady =
    words.trim() !== '' && words.trim().length <= 12 && /^(https?:\/\/|\/)\S+$/.test(to) && !taken.includes(to);
  return (
    <div className="inline">
      <Input
        aria-label="自定义链接的名字"
        placeholder="名字"
        disabled={isLocked}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <Input
        aria-label="自定义链接的地址"
        placeholder="/article/3 或 https://"
        disabled={isLocked}
        value={to}
        onChange={(event) => setTo(event.target.value.trim())}
      />
      <Button
        disabled={isLocked || !isReady}
        onClick={() => {
          add({ to, words: words.trim(), hidden: false });
          setWords('');
          setTo('');
        }}
      >
        添加链接
      </Button>
    </div>
  );
}
