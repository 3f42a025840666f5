import type { Endpoint } from '@mojian/contract/platform/endpoint';
import { Failure, type Fault } from '@mojian/contract/platform/failures';
import { fieldLabel } from '@mojian/contract/platform/field-labels';
import { z } from 'zod';
import { withoutSignatures } from '../storage/storage.ts';

type Shape = z.core.$ZodTypes;
type Path = PropertyKey[];

/** `within`: path of the fields. `ignoresUnknown`: of its call. */
type Reading = { within?: string[]; isQuery?: boolean; ignoresUnknown?: boolean };

/** Number and length of unknown field names repeated to the sender. */
const mostNamed = 5;
const longestNamed = 40;
/** Maximum of reported faults. */
const mostFaults = 50;

/**
 * Reads one part of a call's input, by the same rules wherever it stands: a number may come as its decimal digits, a
 * boolean as `true` or `false` in text, and a field the call does not know is refused unless it is empty or the call
 * ignores it. In a query an empty optional field is one that was not given.
 * @throws Failure that names every field at fault, in Chinese.
 */
export function readInput<T extends z.ZodType>(
  type: T,
  input: unknown,
  { within = [], isQuery = false, ignoresUnknown = false }: Reading = {},
) {
  const unknown: Path[] = [];
  const fitted = fit(type, input, { dropsEmpty: isQuery, unknown, path: within });
  if (ignoresUnknown) unknown.length = 0;
  const read = type.safeParse(fitted, { error: inChinese, reportInput: true });
  if (!read.success) throw inputFailure(read.error, within, unknown);
  if (unknown.length > 0) throw unknownFields(unknown);
  return read.data;
}

/** Texts by which somebody or something is found, and which no call keeps as somebody's words. */
const credentials = new Set(['email', 'password', 'code', 'captcha', 'ticket', 'token', 'key']);

/**
 * Whether a call ignores fields it does not know. A reading call does, and so does one whose answer cannot depend on
 * them, as all it takes are credentials and required ids and choices. Where texts are kept, or what is left out changes
 * the outcome, silence would lose a misspelt field: there they are refused.
 */
export function ignoresUnknownFields({ method, query, body }: Pick<Endpoint, 'method' | 'query' | 'body'>) {
  return method === 'GET' || [query, body].every((part) => part === undefined || namesOnly(part));
}

function namesOnly(part: z.core.$ZodType) {
  const { def } = (part as Shape)._zod;
  if (def.type !== 'object') return false;
  const fields = Object.entries(def.shape);
  return fields.every(
    ([name, type]) => credentials.has(name) || (isName(type) && !z.safeParse(type, undefined).success),
  );
}

/** An id, a choice, or a list of them. */
function isName(type: z.core.$ZodType): boolean {
  const { def } = (type as Shape)._zod;
  if ('innerType' in def) return isName(def.innerType);
  if (def.type === 'array') return isName(def.element);
  if (def.type === 'pipe') return isName(def.out);
  return ['number', 'boolean', 'literal', 'enum'].includes(def.type);
}

function inputFailure({ issues }: z.ZodError, within: string[], unknown: Path[]) {
  if (issues.some(({ code, path }) => code === 'invalid_type' && path.length + within.length === 0))
    return new Failure('invalid-input', '请求格式有误');
  const faults = new Map<string, Fault>();
  for (const issue of issues.slice(0, mostFaults)) {
    const field = [...within, ...issue.path].join('.');
    if (!faults.has(field)) faults.set(field, { field, text: textOf(issue, within.length === 0) });
  }
  const all = [...faults.values(), ...unknown.slice(0, mostNamed).map(unknownFault)].slice(0, mostFaults);
  return new Failure('invalid-input', all[0]?.text, all[0]?.field, undefined, all);
}

function unknownFields(unknown: Path[]) {
  const named = unknown.slice(0, mostNamed).map(unknownFault);
  const names = named.map(({ field }) => field).join('、');
  const text = `不认识的字段：${names}${unknown.length > mostNamed ? '等' : ''}`;
  return new Failure('invalid-input', text, named[0]?.field, undefined, named);
}

function unknownFault(path: Path): Fault {
  const field = path.join('.').replace(/\p{C}/gu, '').slice(0, longestNamed);
  return { field, text: `不认识的字段：${field}` };
}

/** Text of an issue: the declared message, unless a missing field is reported as a wrong type. */
function textOf(issue: z.core.$ZodIssue, isOfCall: boolean) {
  const isWrongType = issue.code === 'invalid_type' && issue.input !== undefined && issue.input !== null;
  const text = isWrongType && /^(请|缺少)|不能为空$/.test(issue.message) ? typeText(issue) : issue.message;
  return isOfCall && /^(须|不能|过长)/.test(text) ? labelOf(issue.path) + text : text;
}

function typeText({ expected, path }: z.core.$ZodIssueInvalidType) {
  return `${labelOf(path)}${typeTexts[expected] ?? '格式有误'}`;
}

const typeTexts: Record<string, string> = {
  string: '须为文字',
  number: '须为数字',
  int: '须为整数',
  boolean: '须为 true 或 false',
  array: '须为一个列表',
  object: '须为一个对象',
  record: '须为一个对象',
};

/** Chinese text of issues without a declared message. */
export function inChinese(issue: z.core.$ZodRawIssue): string {
  const label = labelOf(issue.path ?? []);
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return `缺少${label}`;
      return `${label}${typeTexts[issue.expected as string] ?? '格式有误'}`;
    case 'too_big':
      return `${label}${sizeText('不能超过', '不能大于', issue.origin, issue.maximum)}`;
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return `${label}不能为空`;
      return `${label}${sizeText('不能少于', '不能小于', issue.origin, issue.minimum)}`;
    case 'invalid_format':
      return issue.format === 'datetime' || issue.format === 'date' ? `${label}须为一个时间` : `${label}格式有误`;
    case 'invalid_value':
      return `${label}须为 ${issue.values.join('、')} 之一`;
    default:
      return `${label}有误`;
  }
}

function sizeText(many: string, much: string, origin: unknown, size: unknown) {
  if (origin === 'string') return `${many} ${size} 个字`;
  return origin === 'array' ? `${many} ${size} 个` : `${much} ${size}`;
}

function labelOf(path: readonly PropertyKey[]) {
  const name = path.findLast((step) => typeof step === 'string' && !/^\d+$/.test(step));
  return (name !== undefined && fieldLabel(String(name))) || '这一项';
}

type Walk = { dropsEmpty: boolean; unknown: Path[]; path: Path };

/** Coerces input to the declared types where its text is equivalent; collects undeclared fields. */
function fit(type: z.core.$ZodType, input: unknown, walk: Walk): unknown {
  const { def } = (type as Shape)._zod;
  if ('innerType' in def) return fit(def.innerType, input, walk);
  switch (def.type) {
    case 'object':
      return isFields(input) ? fitFields(def, input, walk) : input;
    case 'array':
      return fitArray(type as z.core.$ZodArray, input, walk);
    case 'pipe':
      return fit((def.in as Shape)._zod.def.type === 'transform' ? def.out : def.in, input, walk);
    case 'union':
      return fitUnion(def, input, walk);
    case 'string':
    case 'number':
    case 'boolean':
    case 'literal':
    case 'enum':
      return typeof input === 'object' && input !== null ? {} : fitOne(def, input);
    default:
      return input;
  }
}

/**
 * Coerces a scalar; picture addresses lose their signature. An object becomes an empty one, as its own `length` would
 * pass length checks.
 */
function fitOne(def: z.core.$ZodTypes['_zod']['def'], input: unknown) {
  if (def.type === 'string') return typeof input === 'string' ? withoutSignatures(input) : input;
  if (def.type === 'number') return typeof input === 'string' && /^-?\d{1,16}$/.test(input) ? Number(input) : input;
  if (def.type === 'boolean') return sameInText([true, false], input);
  if (def.type === 'literal') return sameInText(def.values, input);
  return def.type === 'enum' ? sameInText(Object.values(def.entries), input) : input;
}

function isFields(input: unknown): input is Record<string, unknown> {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}

function fitFields({ shape }: z.core.$ZodObjectDef, input: Record<string, unknown>, walk: Walk) {
  const fitted: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    const path = [...walk.path, name];
    const declared = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (declared && !isLeftOut(declared, value, walk)) fitted[name] = fit(declared, value, { ...walk, path });
    // an empty unknown field is ignored: a form shared by several calls is sent whole
    if (!declared && value !== '' && value !== null && walk.unknown.length <= mostNamed) walk.unknown.push(path);
  }
  return fitted;
}

function isLeftOut(declared: z.core.$ZodType, value: unknown, { dropsEmpty }: Walk) {
  return dropsEmpty && value === '' && declared._zod.optin !== undefined;
}

/** Cut where the list is refused anyway, so that a million wrong items are not a million faults. */
function fitArray(type: z.core.$ZodArray, input: unknown, walk: Walk) {
  if (!Array.isArray(input)) return isFields(input) ? {} : input;
  const { maximum } = type._zod.bag as { maximum?: number };
  const items = maximum === undefined ? input : input.slice(0, maximum + 1);
  return items.map((item, at) => fit(type._zod.def.element, item, { ...walk, path: [...walk.path, at] }));
}

/** Coerces to the first matching option, or the one its discriminator names. */
function fitUnion({ options, ...def }: z.core.$ZodUnionDef, input: unknown, walk: Walk) {
  const named = 'discriminator' in def ? String(def.discriminator) : undefined;
  for (const option of options) {
    const unknown: Path[] = [];
    const fitted = fit(option, input, { ...walk, unknown });
    if (!(named ? isNamed(option, named, fitted) : z.safeParse(option, fitted).success)) continue;
    walk.unknown.push(...unknown);
    return fitted;
  }
  return isFields(input) ? {} : input;
}

function isNamed(option: z.core.$ZodType, name: string, input: unknown) {
  const { def } = (option as Shape)._zod;
  const literal = def.type === 'object' ? def.shape[name] : undefined;
  return literal !== undefined && isFields(input) && z.safeParse(literal, input[name]).success;
}

/** The value with the same text: 1 for "1", and "1" for 1. */
function sameInText(values: readonly unknown[], input: unknown) {
  if (values.includes(input) || !['string', 'number', 'boolean'].includes(typeof input)) return input;
  return values.find((value) => String(value) === String(input)) ?? input;
}
