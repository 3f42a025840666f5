import { isObject } from '../fields.ts';

const deepest = 12;
const mostValues = 20_000;

type State = { bytes: Buffer; at: number; values: number };

/** The text is no value, is cut off, or holds objects, references or too much. */
class Unserializable extends Error {}

/**
 * Reads what PHP's serialize() or json_encode() wrote, such as an attachment's description or the table of addresses;
 * undefined for anything else. Objects are never made.
 */
export function readSerialized(text: string | null | undefined): unknown {
  const written = text?.trim() ?? '';
  try {
    if (/^[[{]/.test(written)) return JSON.parse(written);
    return readValue({ bytes: Buffer.from(written), at: 0, values: 0 }, 0);
  } catch (error) {
    if (error instanceof Unserializable || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function readValue(state: State, depth: number): unknown {
  state.values++;
  if (depth > deepest || state.values > mostValues) throw new Unserializable();
  const kind = String.fromCharCode(state.bytes[state.at] ?? 0);
  if (kind === 's') return readString(state);
  if (kind === 'a') return readArray(state, depth);
  const scalar = readTo(state, ';').slice(2);
  if (kind === 'N') return null;
  if (kind === 'b') return scalar === '1';
  if (kind === 'i' || kind === 'd') return Number(scalar);
  throw new Unserializable();
}

function readTo(state: State, mark: string) {
  const end = state.bytes.indexOf(mark, state.at);
  if (end < 0) throw new Unserializable();
  const text = state.bytes.toString('utf8', state.at, end);
  state.at = end + 1;
  return text;
}

/** Reads `s:3:"abc";`; the length counts bytes. */
function readString(state: State) {
  const length = readLength(state);
  const text = state.bytes.toString('utf8', state.at + 1, state.at + 1 + length);
  state.at += length + 2;
  expect(state, ';');
  return text;
}

/** Reads `a:1:{i:0;s:1:"x";}`. */
function readArray(state: State, depth: number) {
  const length = readLength(state);
  expect(state, '{');
  const entries: [string, unknown][] = [];
  for (let index = 0; index < length; index++) {
    const key = String(readValue(state, depth + 1));
    entries.push([key, readValue(state, depth + 1)]);
  }
  expect(state, '}');
  return Object.fromEntries(entries);
}

function readLength(state: State) {
  state.at += 2;
  const length = Number(readTo(state, ':'));
  if (!Number.isInteger(length) || length < 0 || length > state.bytes.length) throw new Unserializable();
  return length;
}

function expect(state: State, mark: string) {
  if (state.bytes[state.at++] !== mark.charCodeAt(0)) throw new Unserializable();
}

/** Reads a text of an unserialized array by its name; '' for anything else. */
export function textField(value: unknown, name: string): string {
  const field = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return typeof field === 'string' ? field : '';
}
