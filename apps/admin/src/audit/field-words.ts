import { fieldWords, timeFields, valueWords } from '@mojian/contract/admin/act-fields';
import type { AuditRow } from '@mojian/contract/admin/audit';
import { shortTime } from '../day-time.ts';
import { kinds } from '../outbox/kinds.ts';
import { readableSize } from '../readable-size.ts';
import { settingsField } from './settings-words.ts';

type Of = Pick<AuditRow, 'act' | 'subject'>;

/** What a field of an act is called; what has no word keeps its own. */
export function fieldName({ act, subject }: Of, path: string) {
  const known = act === 'settings.save' ? settingsField(subject, path) : undefined;
  const rest = known ? path.slice(known.path.length + 1) : path;
  const words = rest === '' ? [] : rest.split('.').map((part) => partName(act, part));
  return [...(known ? [known.label] : []), ...words].join(' · ');
}

function partName(act: string, part: string) {
  if (/^\d+$/.test(part)) return `第 ${Number(part) + 1} 个`;
  return act.endsWith('.arrange') ? part : (fieldWords[part] ?? part);
}

/** What stood or stands in a field, as people say it. */
export function valueText({ act, subject }: Of, path: string, value: unknown): string {
  const name = path.split('.').at(-1) ?? '';
  if (Array.isArray(value)) return value.map((part) => valueText({ act, subject }, path, part)).join('、');
  const option = act === 'settings.save' ? optionOf(subject, path, value) : undefined;
  if (option !== undefined) return option;
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (timeFields.includes(name)) return timeText(value);
  if (name === 'bytes') return readableSize(Number(value));
  if (name === 'kind') return kinds[String(value)] ?? String(value);
  return valueWords[name]?.[String(value)] ?? String(value);
}

function optionOf(subject: string, path: string, value: unknown) {
  const field = settingsField(subject, path);
  return field && 'options' in field ? field.options.find((one) => one.value === value)?.label : undefined;
}

function timeText(value: unknown) {
  const date = new Date(value as string | number);
  return Number.isNaN(date.getTime()) ? String(value) : shortTime(date.toISOString());
}
