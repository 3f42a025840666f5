import { Icon } from '@mojian/ui/icon';
import { Button, Checkbox, Popover } from 'antd';
import { useState } from 'react';
import './column-choice.css';

type Props = { columns: { key: string; title: string }[]; hidden: string[]; onChange: (hidden: string[]) => void };

/** Which columns a list shows. */
export function ColumnChoice({ columns, hidden, onChange }: Props) {
  const choice = (
    <Checkbox.Group
      className="columns"
      options={columns.map(({ key, title }) => ({ value: key, label: title }))}
      value={columns.map(({ key }) => key).filter((key) => !hidden.includes(key))}
      onChange={(shown) => onChange(columns.map(({ key }) => key).filter((key) => !shown.includes(key)))}
    />
  );
  return (
    <Popover trigger="click" placement="bottomRight" content={choice}>
      <Button icon={<Icon name="table" />}>显示列</Button>
    </Popover>
  );
}

/** Kept by this browser under the list's name. */
export function useHiddenColumns(name: string) {
  const key = `office.columns.${name}`;
  const [hidden, setHidden] = useState(() => read(key));
  const change = (next: string[]) => {
    localStorage.setItem(key, JSON.stringify(next));
    setHidden(next);
  };
  return [hidden, change] as const;
}

function read(key: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}
