import { ColorPicker } from 'antd';
import type { ControlProps } from '../control-props.ts';

/** Pigments of Chinese painting. The first is the look's own. */
const pigments = [
  { value: '', words: '朱砂', shown: '#b83a2b' },
  { value: '#1f5f8f', words: '石青', shown: '#1f5f8f' },
  { value: '#2f6b4d', words: '石绿', shown: '#2f6b4d' },
  { value: '#8a5326', words: '赭石', shown: '#8a5326' },
  { value: '#6b4a8c', words: '青莲', shown: '#6b4a8c' },
];

/** The accent: a pigment or any other colour. */
export function Colour({ id, value, isLocked, onChange }: ControlProps<string>) {
  const isOther = pigments.every((pigment) => pigment.value !== value);
  return (
    <div className="inline pigments" role="radiogroup" aria-labelledby={`${id}-label`} id={id}>
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
