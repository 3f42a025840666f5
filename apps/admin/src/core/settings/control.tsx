import type { Field, Kind, Value } from '@mojian/contract/core/settings-fields/field';
import type { MenuItem } from '@mojian/contract/pages/menu';
import { Checkbox, ColorPicker, Input, InputNumber, Segmented, Switch } from 'antd';
import { PictureField } from '../uploads/picture-field.tsx';
import { Contacts, MenuItems } from './ordered-controls.tsx';
import { type ControlProps, DateTimeField, MarkdownField, SecretField, WordList } from './text-controls.tsx';

type Props = ControlProps<unknown> & { field: Field };

export function Control({ field, ...props }: Props) {
  switch (field.kind) {
    case 'picture':
      return <PictureField {...typed<string>(props)} shape={field.shape ?? 'small'} label={field.label} />;
    case 'secret':
      return <SecretField {...typed<string>(props)} />;
    case 'markdown':
      return <MarkdownField {...typed<string>(props)} />;
    case 'words':
      return <WordList {...typed<string[]>(props)} />;
    case 'moment':
      return <DateTimeField {...typed<number>(props)} />;
    case 'colour':
      return <ColourField {...typed<string>(props)} />;
    case 'menu':
      return <MenuItems {...typed<MenuItem[]>(props)} />;
    case 'contacts':
      return <Contacts {...typed<Value>(props)} />;
    default:
      return <PlainControl field={field} {...props} />;
  }
}

/** Narrows the value to the type that the field's kind implies. */
function typed<Value>(props: ControlProps<unknown>) {
  return props as ControlProps<Value>;
}

type PlainProps = ControlProps<unknown> & { field: Kind };

function PlainControl({ id, value, about, isWrong, isLocked, onChange, field }: PlainProps) {
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
          options={Object.entries(field.options).map(([option, label]) => ({ value: option, label }))}
          value={value as string}
          onChange={onChange}
        />
      );
    case 'checks':
      return (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend besides the field's label
        <div role="group" aria-labelledby={`${id}-label`} aria-describedby={about}>
          <Checkbox.Group
            disabled={isLocked}
            options={[...field.options]}
            value={value as (string | number)[]}
            onChange={onChange}
          />
        </div>
      );
    case 'long':
      return (
        <Input.TextArea
          {...shared}
          className="field-growing"
          rows={field.rows ?? 3}
          {...withCount(field.most, value, 0)}
          value={value as string}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    default:
      return (
        <Input
          {...shared}
          type={field.kind === 'address' ? 'url' : 'text'}
          placeholder={field.kind === 'address' ? 'https://' : undefined}
          {...withCount('most' in field ? field.most : undefined, value, 0.8)}
          value={value as string}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}

/** Shows the length once `share` of the limit is reached; pasted text is never cut off. */
function withCount(most: number | undefined, value: unknown, share: number) {
  if (most === undefined) return {};
  const length = typeof value === 'string' ? value.length : 0;
  return { count: { max: most, show: length >= most * share, strategy: (text: string) => text.length } };
}

/** Pigments of Chinese painting; the first is the default accent. */
const pigments = [
  { value: '', words: '朱砂', shown: '#b83a2b' },
  { value: '#1f5f8f', words: '石青', shown: '#1f5f8f' },
  { value: '#2f6b4d', words: '石绿', shown: '#2f6b4d' },
  { value: '#8a5326', words: '赭石', shown: '#8a5326' },
  { value: '#6b4a8c', words: '青莲', shown: '#6b4a8c' },
];

function ColourField({ id, value, isLocked, onChange }: ControlProps<string>) {
  const isOther = pigments.every((pigment) => pigment.value !== value);
  return (
    <div className="field-inline field-pigments" role="radiogroup" aria-labelledby={`${id}-label`} id={id}>
      {pigments.map((pigment) => (
        <label key={pigment.words}>
          <input
            type="radio"
            name={id}
            disabled={isLocked}
            checked={pigment.value === value}
            onChange={() => onChange(pigment.value)}
          />
          <i style={{ background: pigment.shown }} />
          {pigment.words}
        </label>
      ))}
      <ColorPicker
        disabled={isLocked}
        disabledAlpha
        format="hex"
        value={value || '#b83a2b'}
        onChangeComplete={(colour) => onChange(colour.toHexString().slice(0, 7))}
        showText={() => (isOther ? value : '其他颜色')}
      />
    </div>
  );
}
