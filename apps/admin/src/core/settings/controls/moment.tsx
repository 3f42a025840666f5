import { Input } from 'antd';
import type { ControlProps } from '../control-props.ts';

const ahead = 8 * 3_600_000;
const dayLength = 86_400_000;

/** A moment in China's time, as milliseconds since 1970. */
export function Moment({ id, value, about, isWrong, isLocked, onChange }: ControlProps<number>) {
  return (
    <div className="inline">
      <Input
        id={id}
        type="datetime-local"
        step={1}
        aria-describedby={about}
        disabled={isLocked}
        {...(isWrong && { status: 'error' as const })}
        value={new Date(value + ahead).toISOString().slice(0, 19)}
        onChange={(event) => {
          const moment = Date.parse(`${event.target.value}Z`) - ahead;
          if (!Number.isNaN(moment)) onChange(moment);
        }}
      />
      <span className="hint">已 {Math.max(0, Math.floor((Date.now() - value) / dayLength))} 天</span>
    </div>
  );
}
