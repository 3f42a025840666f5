import type { Field, Kind, Value } from '@mojian/contract/core/settings-fields/field';
import type { MenuItem } from '@mojian/contract/pages/menu';
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

type Props = ControlProps<unknown> & { field: Field };

/** What a field of this kind is filled in with. */
export function Control({ field, ...props }: Props) {
  switch (field.kind) {
    case 'picture':
      return <Picture {...as<string>(props)} shape={field.shape ?? 'small'} label={field.label} />;
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
        <InputNumber {...shared} value={value as number | null} precision={0} suffix={field.unit} onChange={onChange} />
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
          <Checkbox.Group
            disabled={isLocked}
            options={field.options}
            value={value as (string | number)[]}
            onChange={onChange}
          />
        </div>
      );
    case 'long':
      return (
        <Input.TextArea
          {...shared}
          className="growing"
          rows={field.rows ?? 3}
          {...counted(field.most, value, 0)}
          value={value as string}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    default:
      return (
        <Input
          {...shared}
          {...(field.kind === 'address' ? { type: 'url', placeholder: 'https://' } : {})}
          {...counted('most' in field ? field.most : undefined, value, 0.8)}
          value={value as string}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}

/** Says how much is written, from some share of what is taken on. Nothing is cut off: what was pasted stays whole. */
function counted(most: number | undefined, value: unknown, share: number) {
  if (most === undefined) return {};
  const length = typeof value === 'string' ? value.length : 0;
  return { count: { max: most, show: length >= most * share, strategy: (text: string) => text.length } };
}
