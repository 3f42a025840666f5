import type { Value } from '@mojian/contract/core/settings-fields/field';
import {
  completeMenu,
  isMenuPlace,
  type MenuItem,
  menuPlaces,
  mostMenuItems,
  pageOfEntry,
} from '@mojian/contract/pages/menu';
import { featureOfPath } from '@mojian/contract/platform/features';
import { type ContactName, completeAddress, contactNames } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { moved } from '@mojian/ui/moved';
import { Button, Input, Select, Switch } from 'antd';
import { useRef, useState } from 'react';
import { useDrag } from '../../platform/ordering/drag.ts';
import { DragHandle } from '../../platform/ordering/grouped-order.tsx';
import { useOffice } from '../../platform/shell/office.tsx';
import { contactNamesInChinese } from './fields.ts';
import { type MenuPage, useMenuPages } from './menu-pages.ts';
import type { ControlProps } from './text-controls.tsx';

const contactFields: Record<ContactName, { icon: string; hint: string }> = {
  email: { icon: 'mail', hint: 'name@example.com' },
  qq: { icon: 'qq', hint: '号码' },
  github: { icon: 'git', hint: '用户名或网址' },
  gitee: { icon: 'gitee', hint: '用户名或网址' },
  wechat: { icon: 'wx', hint: '微信号' },
  qqGroup: { icon: 'chat', hint: '群号' },
};

export function Contacts({ id, value, isLocked, onChange }: ControlProps<Value>) {
  const shown = value.shown as ContactName[];
  const order = [...shown, ...contactNames.filter((name) => !shown.includes(name))];
  const show = (next: ContactName[]) => onChange({ ...value, shown: next });
  const list = useRef<HTMLUListElement>(null);
  useDrag(list, {
    isFixed: isLocked,
    onDrop: (from, { before }) => show(moved(shown, from, dropIndex(from, before ?? shown.length))),
  });
  return (
    <ul className="field-rows" id={id} ref={list}>
      {order.map((name, place) => {
        const { icon, hint } = contactFields[name];
        const words = contactNamesInChinese[name];
        const isShown = shown.includes(name);
        return (
          <li key={name} data-drag-id={isShown ? place : undefined}>
            <MoveButtons
              words={words}
              place={place}
              count={isShown ? shown.length : 0}
              isLocked={isLocked}
              move={(to) => show(moved(shown, place, to))}
            />
            <Icon name={icon} />
            <span>{words}</span>
            <Input
              aria-label={words}
              placeholder={hint}
              disabled={isLocked}
              value={value[name] as string}
              onChange={(event) => onChange({ ...value, [name]: event.target.value })}
            />
            <Switch
              aria-label={`显示${words}`}
              disabled={isLocked}
              checked={isShown}
              onChange={(on) => show(on ? [...shown, name] : shown.filter((one) => one !== name))}
            />
          </li>
        );
      })}
    </ul>
  );
}

export function MenuItems({ id, value, isLocked, onChange }: ControlProps<MenuItem[]>) {
  const items = completeMenu(value);
  const { pages, areAll } = useMenuPages();
  const change = (place: number, part: Partial<MenuItem>) =>
    onChange(items.map((item, at) => (at === place ? { ...item, ...part } : item)));
  const list = useRef<HTMLUListElement>(null);
  useDrag(list, {
    isFixed: isLocked,
    onDrop: (from, { before }) => onChange(moved(items, from, dropIndex(from, before ?? items.length))),
  });
  return (
    <>
      <ul className="field-rows field-menu-items" id={id} ref={list}>
        {items.map((item, place) => {
          const page = pages.find(({ to }) => to === item.to);
          const usual = isMenuPlace(item.to) ? menuPlaces[item.to] : (page?.title ?? '');
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
              <span className="field-target">{targetOf(item, page, areAll)}</span>
              <ItemEnd
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
        <>
          <NewPage isLocked={isLocked} items={items} pages={pages} add={(item) => onChange([...items, item])} />
          <NewLink isLocked={isLocked} taken={items.map(({ to }) => to)} add={(item) => onChange([...items, item])} />
        </>
      )}
    </>
  );
}

/** Present address of a page, which its entry follows. */
function targetOf({ to }: MenuItem, page: MenuPage | undefined, areAll: boolean) {
  if (pageOfEntry(to) === undefined) return to;
  if (page) return page.path || '还没有发布，不显示';
  return areAll ? '页面已经不在了' : '';
}

type NewPageProps = { isLocked: boolean; items: MenuItem[]; pages: MenuPage[]; add: (item: MenuItem) => void };

function NewPage({ isLocked, items, pages, add }: NewPageProps) {
  const free = pages.filter(({ to }) => !items.some((item) => item.to === to));
  if (pages.length === 0) return null;
  return (
    <div className="field-inline">
      <Select
        aria-label="把页面放进菜单"
        placeholder={free.length > 0 ? '把一个页面放进菜单' : '页面都在菜单里了'}
        disabled={isLocked || free.length === 0}
        value={null}
        options={free.map(({ to, title, path }) => ({ value: to, label: path ? title : `${title}（还没有发布）` }))}
        onChange={(to: string | null) => to && add({ to, words: '', hidden: false })}
      />
    </div>
  );
}

type ItemEndProps = {
  item: MenuItem;
  name: string;
  isLocked: boolean;
  show: (on: boolean) => void;
  remove: () => void;
};

/** A feature follows its switch, another page may be hidden, an own link removed. */
function ItemEnd({ item: { to, hidden }, name, isLocked, show, remove }: ItemEndProps) {
  const { has } = useOffice();
  const feature = featureOfPath(to);
  if (feature) return <span>{has(feature) ? '' : '已关闭'}</span>;
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
    words.trim() !== '' &&
    words.trim().length <= 12 &&
    /^(https?:\/\/|\/)\S+$/.test(completeAddress(to)) &&
    !taken.includes(completeAddress(to));
  return (
    <div className="field-inline">
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
        onBlur={() => setTo(completeAddress(to))}
      />
      <Button
        disabled={isLocked || !isReady}
        onClick={() => {
          add({ to: completeAddress(to), words: words.trim(), hidden: false });
          setWords('');
          setTo('');
        }}
      >
        添加链接
      </Button>
    </div>
  );
}

type Props = { words: string; place: number; count: number; isLocked: boolean; move: (to: number) => void };

function MoveButtons({ words, place, count, isLocked, move }: Props) {
  return (
    <span className="field-moves">
      {!isLocked && place < count && <DragHandle />}
      <Button
        type="text"
        size="small"
        aria-label={`${words}往前`}
        disabled={isLocked || place === 0 || place >= count}
        className="move-up"
        icon={<Icon name="down" />}
        onClick={() => move(place - 1)}
      />
      <Button
        type="text"
        size="small"
        aria-label={`${words}往后`}
        disabled={isLocked || place >= count - 1}
        icon={<Icon name="down" />}
        onClick={() => move(place + 1)}
      />
    </span>
  );
}

/** Index after a drop before `before`, counting the gap the entry itself leaves. */
function dropIndex(from: number, before: number) {
  return before > from ? before - 1 : before;
}
