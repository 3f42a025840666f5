const [open, close] = ['\ue000', '\ue001'];
const place = new RegExp(`${open}(\\d+)${close}`, 'g');

const fenceStart = /^((?:[ \t]|>|(?:[-*+]|\d{1,9}[.)])[ \t])*)(`{3,}(?=[^`]*$)|~{3,})/;

type Hidden = { text: string; prefix: string; isBlock: boolean };

export type Shelter = ReturnType<typeof createShelter>;

/** Replaces code by placeholders while the surrounding text is rewritten. */
export function createShelter() {
  const hidden: Hidden[] = [];

  const hide = (text: string, prefix: string, isBlock: boolean) =>
    `${open}${hidden.push({ text, prefix, isBlock }) - 1}${close}`;

  function restore(text: string): string {
    return text.replace(place, (_, index: string, offset: number, whole: string) => {
      const piece = hidden[Number(index)];
      if (!piece) return '';
      if (!piece.isBlock) return restore(piece.text);
      return layBlock(piece, whole.slice(whole.lastIndexOf('\n', offset - 1) + 1, offset));
    });
  }

  return {
    /** Fenced blocks and code spans. */
    hideCode(text: string) {
      const plain = text.replaceAll(open, '').replaceAll(close, '');
      const fenced = hideFences(plain, (code, prefix) => hide(code, prefix, true));
      return hideSpans(fenced, (code) => hide(code, '', false));
    },

    /** A newly written fenced block. */
    keepFence: (text: string) => hide(text, '', true),

    /** Text that must stay as it is. */
    keepText: (text: string) => hide(text, '', false),

    restore,

    /** Moves fenced blocks that stand alone on their line to its beginning. */
    outdent: (text: string) => text.replace(new RegExp(`^[ \\t]+(?=${open}\\d+${close}[ \\t]*$)`, 'gm'), ''),

    /** Fenced blocks behind the placeholders of a text, unindented. */
    fencesIn: (text: string) =>
      [...text.matchAll(place)].flatMap(([, index]) => {
        const piece = hidden[Number(index)];
        return piece?.isBlock ? [layBlock(piece, '')] : [];
      }),
  };
}

function hideFences(text: string, hide: (code: string, prefix: string) => string) {
  const lines = text.split('\n');
  const rest: string[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    const [, prefix = '', fence] = fenceStart.exec(line) ?? [];
    if (fence === undefined) {
      rest.push(line);
      continue;
    }
    const end = findEnd(lines, index, fence);
    rest.push(prefix + hide([line.slice(prefix.length), ...lines.slice(index + 1, end + 1)].join('\n'), prefix));
    index = end;
  }
  return rest.join('\n');
}

/** Line of the closing fence, or the last line. */
function findEnd(lines: string[], start: number, fence: string) {
  for (let index = start + 1; index < lines.length; index++) {
    const text = (lines[index] ?? '').replace(/^[ \t>]+/, '').trimEnd();
    if (text.startsWith(fence) && text === text.charAt(0).repeat(text.length)) return index;
  }
  return lines.length - 1;
}

/** Code spans close with a run of equal length within the paragraph. */
function hideSpans(text: string, hide: (code: string) => string) {
  const runs = listBackticks(text);
  let hidden = '';
  let position = 0;
  for (const { start, partner } of runs) {
    if (start < position || partner === undefined || text[start - 1] === '\\') continue;
    hidden += text.slice(position, start) + hide(text.slice(start, partner));
    position = partner;
  }
  return hidden + text.slice(position);
}

/** Backtick runs with the end of their partner in the same paragraph; one backward pass keeps this linear. */
function listBackticks(text: string) {
  const runs: { start: number; partner: number | undefined }[] = [];
  const next = new Map<number, number>();
  for (const { 0: found, index: start } of [...text.matchAll(/`+|\n[ \t]*(?=\n)/g)].reverse()) {
    if (found.startsWith('\n')) next.clear();
    else {
      runs.push({ start, partner: next.get(found.length) });
      next.set(found.length, start + found.length);
    }
  }
  return runs.reverse();
}

/** Indents a block like the line its placeholder has moved to. */
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
