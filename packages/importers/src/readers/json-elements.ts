import type { Loss, Source } from '../form.ts';
import { isObject } from './fields.ts';
import { type JsonValue, parseValue, readJsonValues } from './json-stream.ts';
import { type Broken, encodingOf, linesOf, textOfFile } from './text-stream.ts';

/** An object of a list; `list` names the way to it, such as `data.Comment`, '' at the top. */
export type Element = { kind: 'element'; value: Record<string, unknown>; list: string; place: string };

/** Ways to lists of objects, such as `data.*` or `results`; the list at the top is always read. */
type ListPaths = readonly string[];

/**
 * Reads the objects of a JSON file of any size: a list at the top or at one of the ways, several such documents behind
 * each other, or one object a line, as mongoexport and LeanCloud write them.
 * @throws UnreadableSource with the place where the file ends or is no JSON
 */
export async function* readElements(source: Source, lists: ListPaths): AsyncGenerator<Element | Loss> {
  const broken: Broken = { count: 0, line: 0 };
  const isPlain = (await encodingOf(source.path)) === 'utf-8';
  const text = textOfFile(source.path, broken);
  const head = jsonHead(source).trimStart();
  const opensRoot = head.startsWith('[') || hasList(head, lists);
  if (isJsonLines(source, lists)) yield* readLines(text);
  else yield* readDocuments(isPlain ? source.path : bytesOf(text), lists, opensRoot);
  if (broken.count > 0) yield loss(`第 ${broken.line} 行起`, `有 ${broken.count} 处字节不成文字，显示为 \uFFFD`);
}

function loss(place: string, reason: string): Loss {
  return { kind: 'loss', thing: 'JSON 数据', place, reason };
}

async function* bytesOf(text: AsyncIterable<string>) {
  for await (const chunk of text) yield Buffer.from(chunk);
}

/** Reads the beginning of a JSON file of any encoding but UTF-16 without a mark. */
export function jsonHead({ head }: Source) {
  const wide = head[0] === 0xff && head[1] === 0xfe;
  return head.toString(wide ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '');
}

/** LeanCloud puts a header before its lines; otherwise the first line is a whole object that holds no list. */
function isJsonLines(source: Source, lists: ListPaths) {
  const head = jsonHead(source).trimStart();
  if (head.startsWith('#')) return true;
  if (!head.startsWith('{')) return false;
  const end = head.indexOf('\n');
  const line = end < 0 ? head : head.slice(0, end);
  const isCut = end < 0 && source.size > source.head.length;
  return (isCut || isObject(parse(line))) && !hasList(line, lists);
}

/** Whether an object at the top is a document with lists in it, not one of the objects wanted. */
function hasList(text: string, lists: ListPaths) {
  const names = new Set(lists.map((list) => list.split('.')[0]));
  return [...text.slice(0, 4096).matchAll(/"(\w+)"\s*:\s*[[{]/g)].some(([, name]) => names.has(name));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function* readLines(text: AsyncIterable<string>): AsyncGenerator<Element | Loss> {
  for await (const { number, text: line } of linesOf(text)) {
    const place = `第 ${number} 行`;
    const trimmed = line?.replace(/^\uFEFF/, '').trim();
    if (trimmed === '' || trimmed?.startsWith('#')) continue;
    const value = trimmed === undefined ? undefined : parse(trimmed);
    if (isObject(value)) yield { kind: 'element', value, list: '', place };
    else yield loss(place, trimmed === undefined ? '这一行超过 32 MB，没有读' : '不是完整的 JSON，没有读');
  }
}

async function* readDocuments(file: string | AsyncIterable<Buffer>, lists: ListPaths, opensRoot: boolean) {
  const listPaths = lists.map((list) => list.split('.'));
  const pathsBelow = (path: string[]) =>
    listPaths.filter((way) => path.every((name, index) => isStep(name, way[index])));
  let count = 0;
  for await (const part of readJsonValues(file, (path) => pathsBelow(path).length > 0, opensRoot)) {
    const list = part.path.slice(0, -1);
    const isInObject = part.path.length === 1 && !/^\d+$/.test(part.path[0] ?? '');
    if (isInObject || (list.length > 0 && !pathsBelow(list).some((way) => way.length === list.length))) continue;
    count++;
    yield* elementsOf(part, list.join('.'), `第 ${count} 条`);
  }
}

function isStep(name: string, step: string | undefined) {
  return step === '*' || step === name;
}

/** Some tools put each page of a list into a list of its own. */
function* elementsOf(part: JsonValue, list: string, place: string): Generator<Element | Loss> {
  if (part.tooLarge) return yield loss(place, '超过 32 MB，没有读');
  const value = parseValue(part);
  if (value === undefined) return yield loss(place, '不是完整的 JSON，没有读');
  for (const each of Array.isArray(value) ? value : [value])
    if (isObject(each)) yield { kind: 'element', value: each, list, place };
}
