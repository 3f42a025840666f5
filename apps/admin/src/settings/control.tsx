import type { MenuItem } from '@mojian/contract/menu';
import { Checkbox, Input, InputNumber, Segmented, Switch } from 'antd';
import type { ControlProps } from './control-props.ts';
import { Colour } from './controls/colour.tsx';
import { Contacts } from './controls/contacts.tsx';
import { MarkdownField } from './controls/markdown.tsx';
import { MenuItems } from './controls/menu-items.tsx';
import { Moment } from './controls/moment.tsx';
import { Picture } from './controls/picture.tsx';
import { Secret } from './controls/secret.tsx';
import { Words } from './controls/words.tsx';
import type { Field, Kind, Value } from './field-of.ts';

type Props = ControlProps<unknown> & { field: Field };

/** What a field of this kind is filled in with. */
export function Control({ field, ...props }: Props) {
  switch (field.kind) {
    case 'picture':
      return <Picture {...as<string>(props)} isRound={field.round ?? false} label={field.label} />;
    case 'secret':
      return <Secret {...as<string>(props)} />;
    case 'markdown':
      return <MarkdownField {...as<string>(props)} />;
    case 'words':
      return <Words {...as<string[]>(props)} />;
    case 'moment':
      return <Moment {...as<number>(props)} />;
    case 'colour':
      return <Colour {...as<string>(props)} />;
    case 'menu':
      return <MenuItems {...as<MenuItem[]>(props)} />;
    case 'contacts':
      return <Contacts {...as<Value>(props)} />;
    default:
      return <Plain field={field} {...props} />;
  }
}

/** The server has said what kind of value each field holds. */
function as<Held>(props: ControlProps<unknown>) {
  return props as ControlProps<Held>;
}

function Plain({ id, value, about, isWrong, isLocked, onChange, field }: ControlProps<unknown> & { field: Kind }) {
  const shared = { id, disabled: isLocked, 'aria-describedby': about, ...(isWrong && { status: 'error' as const }) };
  switch (field.kind) {
    case 'switch':
      return <Switch {...shared} checked={value as boolean} onChange={onChange} />;
    case 'number':
      return (
        <InputNumber
          {...shared}
          value={value as number}
          min={field.least}
          max={field.most}
          precision={0}
          suffix={field.unit}
          onChange={(next) => onChange(next ?? field.least)}
        />
      );
    case 'choice':
      return (
        <Segmented
          aria-labelledby={`${id}-label`}
          disabled={isLocked}
          options={field.options}
          value={value as string}
          onChange={onChange}
        />
      );
    case 'checks':
      return (
        // biome-ignore lint/a11y/useSemanticElements: the field's own label names it
        <div role="group" aria-labelledby={`${id}-label`} aria-describedby={about}>
          <Checkbox.Group disabled={isLocked} options={field.options} value={value as never} onChange={onChange} />
        </div>
      );
    case 'long':
      return (
        <Input.TextArea
          {...shared}
          rows={field.rows ?? 3}
          maxLength={field.most}
          showCount={field.most !== undefined}
          value={value as string}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    default:
      return (
        <Input
          {...shared}
          {...(field.kind === 'address' ? { type: 'url', placeholder: 'https://' } : {})}
          {...('most' in field && { maxLength: field.most })}
          value={value as string}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}
