import { kinds } from '../platform/outbox-kinds.ts';
import { readableSize } from '../platform/readable-size.ts';
import { fieldWords, settingWords, timeFields, valueWords } from './act-fields.ts';
import type { AuditRow } from './audit.ts';
import type { Field } from './settings-fields/field.ts';
import { allGroups } from './settings-fields/sections.ts';

type Of = Pick<AuditRow, 'act' | 'subject'>;

const moment = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'Asia/Shanghai',
});

/** What a field of an act is called; what has no word keeps its own. */
export function fieldName({ act, subject }: Of, path: string) {
  const known = act === 'settings.save' ? settingsField(subject, path) : undefined;
  const rest = known ? path.slice(known.path.length + 1) : path;
  const words = rest === '' ? [] : rest.split('.').map((part) => partName(act, part));
  return [...(known ? [known.label] : []), ...words].join(' · ');
}

function partName(act: string, part: string) {
  if (/^\d+$/.test(part)) return `第 ${Number(part) + 1} 个`;
  if (act === 'settings.save') return settingWords[part] ?? fieldWords[part] ?? part;
  return act.endsWith('.arrange') ? part : (fieldWords[part] ?? part);
}

const takingAway = /\.(?:remove\w*|purge|undo|unnote|revoke|drop)$/;

/** Whether what is told of as it was is gone since. Of what was approved or put back it only says what that is. */
export function takesAway(act: string) {
  return takingAway.test(act);
}

/** What stood or stands in a field, as people say it. */
export function valueText({ act, subject }: Of, path: string, value: unknown): string {
  const name = path.split('.').at(-1) ?? '';
  if (Array.isArray(value)) return value.map((part) => valueText({ act, subject }, path, part)).join('、');
  const option = act === 'settings.save' ? optionOf(subject, path, value) : undefined;
  if (option !== undefined) return option;
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (isMoment({ act, subject }, path)) return timeText(value);
  return plainText(name, value);
}

function plainText(name: string, value: unknown) {
  if (name === 'bytes') return readableSize(Number(value));
  if (name === 'kind') return kinds[String(value)] ?? String(value);
  return valueWords[name]?.[String(value)] ?? String(value);
}

function isMoment({ act, subject }: Of, path: string) {
  if (act === 'settings.save') return settingsField(subject, path)?.kind === 'moment';
  return timeFields.includes(path.split('.').at(-1) ?? '');
}

function optionOf(subject: string, path: string, value: unknown) {
  const field = settingsField(subject, path);
  return field && 'options' in field ? field.options.find((one) => one.value === value)?.label : undefined;
}

function timeText(value: unknown) {
  const date = new Date(value as string | number);
  return Number.isNaN(date.getTime()) ? String(value) : moment.format(date);
}

/** The field of a group that a path lies in: `github.id`, also of `menu.3.title`. */
function settingsField(name: string, path: string): Field | undefined {
  const fields = allGroups.find((group) => group.name === name)?.fields ?? [];
  return fields.find((field) => path === field.path || path.startsWith(`${field.path}.`));
}
