import type { Value } from '@mojian/contract/core/settings-fields/field';
import { type ContactName, contactNames } from '@mojian/contract/members/contacts';
import { Icon } from '@mojian/ui/icon';
import { Input, Switch } from 'antd';
import { useRef } from 'react';
import { useDrag } from '../../../platform/ordering/use-drag.ts';
import { contactWords } from '../contact-words.ts';
import type { ControlProps } from '../control-props.ts';
import { MoveButtons, moved, placeOf } from './move-buttons.tsx';

const known: Record<ContactName, { icon: string; hint: string }> = {
  email: { icon: 'mail', hint: 'name@example.com' },
  qq: { icon: 'qq', hint: '号码' },
  github: { icon: 'git', hint: '用户名或网址' },
  gitee: { icon: 'gitee', hint: '用户名或网址' },
  wechat: { icon: 'wx', hint: '微信号' },
  qqGroup: { icon: 'chat', hint: '群号' },
};

/** The marks on the owner's card: what each says, in which order, and whether it is shown. */
export function Contacts({ id, value, isLocked, onChange }: ControlProps<Value>) {
  const shown = value.shown as ContactName[];
  const order = [...shown, ...contactNames.filter((name) => !shown.includes(name))];
  const show = (next: ContactName[]) => onChange({ ...value, shown: next });
  const list = useRef<HTMLUListElement>(null);
  useDrag(list, {
    isFixed: isLocked,
    onDrop: (from, { before }) => show(moved(shown, from, placeOf(from, before ?? shown.length))),
  });
  return (
    <ul className="rows" id={id} ref={list}>
      {order.map((name, place) => {
        const { icon, hint } = known[name];
        const words = contactWords[name];
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
