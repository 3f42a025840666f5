import { nameToEmoji } from 'gemoji';
import type { Shelter } from './code-shelter.ts';

/** Marks of a system beyond Markdown that its readers saw as something else. */
export type Marks = { emoji?: boolean; definitions?: boolean; notes?: boolean; scripts?: boolean };

/** Rewrites marks that the renderer does not know. Expects code in placeholders. */
export function tidyMarks(text: string, marks: Marks, shelter: Shelter) {
  let plain = dropClasses(text);
  if (marks.emoji) plain = spellEmoji(plain);
  if (marks.definitions) plain = spellDefinitions(plain);
  if (marks.scripts) plain = spellScripts(plain);
  return marks.notes ? spellNotes(plain, shelter) : plain;
}

/** `:smile:` between blanks, signs or Chinese letters; one sign or number is more often something else. */
function spellEmoji(text: string) {
  return text.replace(/(?<![\w:])(?::([a-z+-][\w+-]{1,40}):)(?![\w:])/g, (all, name: string) =>
    /[a-z]{2}|[+-]1/.test(name) && Object.hasOwn(nameToEmoji, name) ? (nameToEmoji[name] ?? all) : all,
  );
}

/** Drops `{.class}` and `{: .class}` at the end of a line, and keeps the id of a heading. */
function dropClasses(text: string) {
  return text.replace(
    /(?<![ \t])[ \t]*\{:?[ \t]{0,9}((?:[.#][\w-]{1,60}[ \t]{0,9}){1,9})\}[ \t]*$/gm,
    (all, inner: string, offset: number, whole: string) => {
      const id = /#([\w-]+)/.exec(inner)?.[1];
      const isHeading = /^[ \t>]*#{1,6}[ \t]/.test(whole.slice(whole.lastIndexOf('\n', offset - 1) + 1, offset));
      if (!inner.includes('.') && !all.includes(':')) return all;
      return id && isHeading ? ` {#${id}}` : '';
    },
  );
}

/** A term and its `: definition` lines become the bold term and a list. */
function spellDefinitions(text: string) {
  const out: string[] = [];
  let isAfterTerm = false;
  for (const line of text.split('\n')) {
    const [, definition] = /^:[ \t]{1,4}(\S.*)$/.exec(line) ?? [];
    isAfterTerm =
      definition === undefined ? isAfterTerm && /^(?: {2,}|\t|\s*$)/.test(line) : isAfterTerm || markTerm(out);
    out.push(isAfterTerm ? inDefinition(line, definition) : line);
  }
  return out.join('\n');
}

function inDefinition(line: string, definition: string | undefined) {
  if (definition !== undefined) return `- ${definition}`;
  return line.trim() === '' ? line : `  ${line.trim()}`;
}

/** Makes the line above a definition bold. */
function markTerm(out: string[]) {
  while (out.at(-1)?.trim() === '') out.pop();
  const term = out.at(-1) ?? '';
  if (term.trim() === '' || /^[\s>#|:-]/.test(term)) return false;
  out[out.length - 1] = `**${term.trim()}**`;
  out.push('');
  return true;
}

/** `H~2~O` and `x^2^`. */
function spellScripts(text: string) {
  return text
    .replace(/(?<=[\p{L}\p{N})])(?<!~)~([\p{L}\p{N}+-]{1,12})~(?!~)/gu, '<sub>$1</sub>')
    .replace(/(?<=[\p{L}\p{N})])\^([\p{L}\p{N}+-]{1,12})\^(?!\^)/gu, '<sup>$1</sup>');
}

/** `^[注]` becomes a footnote at the end. */
function spellNotes(text: string, shelter: Shelter) {
  const notes: string[] = [];
  const plain = text.replace(/\^\[([^[\]\n]{1,2000})\]/g, (_, words: string) => {
    notes.push(words);
    return `[^inline-${notes.length}]`;
  });
  if (notes.length === 0) return text;
  return `${plain.trimEnd()}\n\n${notes.map((words, at) => `[^inline-${at + 1}]: ${shelter.restore(words)}`).join('\n')}`;
}
