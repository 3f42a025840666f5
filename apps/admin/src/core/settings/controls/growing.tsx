import { Input } from 'antd';
import type { ControlProps } from '../control-props.ts';

/** Lines that take as much room as they need, `rows` at the least. */
export function Growing({
  id,
  value,
  about,
  isWrong,
  isLocked,
  rows,
  onChange,
}: ControlProps<string> & { rows: number }) {
  return (
    <Input.TextArea
      id={id}
      aria-describedby={about}
      disabled={isLocked}
      {...(isWrong && { status: 'error' as const })}
      className="growing"
      rows={rows}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
