const [open, close] = ['\ue000', '\ue001'];
const place = new RegExp(`${open}(\\d+)${close}`, 'g');

const fenceStart = /^((?:[ \t]|>|(?:[-*+]|\d{1,9}[.)])[ \t])*)(`{3,}(?=[^`]*$)|~{3,})/;
const inlineCode = /(?<![\\`])(`+)(?!`)((?:(?!\n[ \t]*\n)[\s\S])*?[^`])\1(?!`)/g;

type Hidden = { text: string; prefix: string; isBlock: boolean };

export type Shelter = ReturnType<typeof createShelter>;

/** Keeps code out of the way while the text around it is rewritten: each piece is a mark until it is restored. */
export function createShelter() {
  const hidden: Hidden[] = [];

  const hide = (text: string, prefix: string, isBlock: boolean) =>
    `${open}${hidden.push({ text, prefix, isBlock }) - 1}${close}`;

  function restore(text: string): string {
    return text.replace(place, (_, index: string, offset: number, whole: string) => {
      const piece = hidden[Number(index)];
      if (!piece) return '';
      const before = whole.slice(whole.lastIndexOf('\n', offset - 1) + 1, offset);
      return piece.isBlock ? layBlock(piece, before) : restore(piece.text);
    });
  }

  return {
    /** Fenced blocks and code spans become marks. */
    hideCode(text: string) {
      const plain = text.replaceAll(open, '').replaceAll(close, '');
      return hideFences(plain, (code, prefix) => hide(code, prefix, true)).replace(inlineCode, (code) =>
        hide(code, '', false),
      );
    },

    /** A mark for a fenced block that has just been written. */
    keepFence: (text: string) => hide(text, '', true),

    /** A mark for a piece of text that is to stay as it is. */
    keepText: (text: string) => hide(text, '', false),

    restore,

    /** The fenced blocks among the marks of a text, without indentation. */
    fencesIn: (text: string) =>
      [...text.matchAll(place)].flatMap(([, index]) => {
        const piece = hidden[Number(index)];
        return piece?.isBlock ? [layBlock(piece, '')] : [];
      }),
  };
}

function hideFences(text: string, hide: (code: string, prefix: string) => string) {
  const lines = text.split('\n');
  const kept: string[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    const [, prefix = '', fence] = fenceStart.exec(line) ?? [];
    if (fence === undefined) {
      kept.push(line);
      continue;
    }
    const end = findEnd(lines, index, fence);
    kept.push(prefix + hide([line.slice(prefix.length), ...lines.slice(index + 1, end + 1)].join('\n'), prefix));
    index = end;
  }
  return kept.join('\n');
}

/** The line of the closing fence, or the last line of a text that never closes it. */
function findEnd(lines: string[], start: number, fence: string) {
  const end = lines.findIndex((line, index) => {
    const text = line.replace(/^[ \t>]+/, '').trimEnd();
    return index > start && text.startsWith(fence) && text === text.charAt(0).repeat(text.length);
  });
  return end < 0 ? lines.length - 1 : end;
}

/** A block moves with the line its mark stands on: out of a list, into a quotation. */
function layBlock({ text, prefix }: Hidden, before: string) {
  if (before === prefix) return text;
  const [first = '', ...rest] = text.split('\n');
  const goesOn = /^[\s>]*$|^[\s>]*(?:[-*+]|\d{1,9}[.)])\s+$/.test(before) ? before.replace(/[^\s>]/g, ' ') : '';
  const lines = rest.map((line) => (goesOn + withoutPrefix(line, prefix)).trimEnd());
  const broken = goesOn === '' && before !== '' ? '\n\n' : '';
  return broken + [first, ...lines].join('\n');
}

function withoutPrefix(line: string, prefix: string) {
  if (line.startsWith(prefix)) return line.slice(prefix.length);
  const common = [...prefix].findIndex(
    (character, index) => line[index] !== character && !/\s/.test(line[index] ?? ''),
  );
  return line.slice(common < 0 ? 0 : common);
}
