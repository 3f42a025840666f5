import { type AnalysisResult, analyse, type SelfReport } from 'scslre';

type Quantifier = SelfReport['quant'];
type Pattern = AnalysisResult['parsed']['pattern'];
type Alternative = Pattern['alternatives'][number];
type Element = Alternative['elements'][number];

const length = 40_000;
/** Milliseconds. A scan that does not go back takes less than one. */
const cpuAtMost = 25;
/** A loop of no more turns is no loop without end. */
const most = 100;
const characters = [...'ax0 \n\t-_<>/"\'[](){}=:.#*`~&!@,;%|「\\中'];
const tails = ['', '\u0001'];

/**
 * Why a pattern can take more than time in proportion to the text: by its form, as far as single characters are
 * repeated, and by `running` it on the words that lead into each of its loops, repeated. Empty when nothing was found.
 */
export function worseThanLinear(source: string, flags: string, { running = true } = {}): string {
  const { parsed, reports } = analyse({ source, flags });
  const [report] = [...reports].sort((a, b) => Number(b.exponential) - Number(a.exponential));
  if (report)
    return `${report.exponential ? 'exponential' : report.type} with ${JSON.stringify(report.character.pick)}`;
  if (!running) return '';
  const pattern = new RegExp(source, flags);
  const slow = pumpsOf(parsed.pattern, flags).find((word) => tails.some((tail) => isSlow(pattern, word, tail)));
  return slow === undefined ? '' : `slow on ${JSON.stringify(slow)} repeated`;
}

export function isExponential(reason: string) {
  return reason.startsWith('exponential');
}

/** Few repetitions first: what doubles with each is found before it takes for ever. */
const repetitions = [4, 8, 12, 16, 20, 24, 28, 100];

function isSlow(pattern: RegExp, word: string, tail: string) {
  const large = [1000, 5000, length].map((size) => Math.ceil(size / word.length));
  for (const times of [...repetitions, ...large]) {
    const text = word.repeat(times) + tail;
    if (cpuOf(pattern, text) > cpuAtMost && cpuOf(pattern, text) > cpuAtMost) return true;
  }
  return false;
}

function cpuOf(pattern: RegExp, text: string) {
  pattern.lastIndex = 0;
  const before = process.cpuUsage();
  // each place at which a search goes on is one of the text's, as in replace and split
  if (pattern.global) text.replace(pattern, '');
  else pattern.test(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Texts that lead into each loop without end, alone and with one turn of the loop behind them. */
function pumpsOf(pattern: Pattern, flags: string) {
  const distinct = distinctFor(pattern, flags);
  const pumps = loopsOf(pattern.alternatives, '', flags).flatMap(({ loop, lead }) => {
    const turn = sample(loop.element, flags);
    const between = ['', ' ', turn, ...charactersOf(loop.element, flags, distinct)];
    return between.flatMap((word) => [lead + word, lead + word + turn]);
  });
  return [...new Set(pumps)].filter((word) => word !== '');
}

type Loop = { loop: Quantifier; lead: string };

/** Each loop without end, and a text that the pattern matches up to there. */
function loopsOf(alternatives: Alternative[], lead: string, flags: string): Loop[] {
  return alternatives.flatMap(({ elements }) =>
    elements.flatMap((element, index) => {
      const before = elements.slice(0, index).map((one) => sample(one, flags));
      return loopsIn(element, lead + before.join(''), flags);
    }),
  );
}

function loopsIn(element: Element, lead: string, flags: string): Loop[] {
  if (element.type === 'Quantifier') {
    const within = loopsIn(element.element, lead, flags);
    return element.max > most ? [{ loop: element, lead }, ...within] : within;
  }
  return 'alternatives' in element ? loopsOf(element.alternatives as Alternative[], lead, flags) : [];
}

/** Characters tried for a loop over single characters: a word may end between two of them. */
function charactersOf(node: Element, flags: string, distinct: string[]) {
  if (!node.type.startsWith('Character')) return [];
  const one = singleOf(node, flags);
  return distinct.filter((character) => one.test(character));
}

/** Picks a character of each kind that the pattern tells apart: by its own single characters, and where words end. */
function distinctFor({ alternatives }: Pattern, flags: string) {
  const singles = singlesIn(alternatives).map((node) => singleOf(node, flags));
  const kinds = new Map<string, string>();
  for (const character of characters) {
    const kind = [...singles, /\w/, /\n/].map((one) => Number(one.test(character))).join('');
    if (!kinds.has(kind)) kinds.set(kind, character);
  }
  return [...kinds.values()];
}

function singlesIn(alternatives: readonly Alternative[]): Element[] {
  return alternatives.flatMap(({ elements }) =>
    elements.flatMap((element) => {
      const node = element.type === 'Quantifier' ? element.element : element;
      if (node.type.startsWith('Character')) return [node as Element];
      return 'alternatives' in node ? singlesIn(node.alternatives as Alternative[]) : [];
    }),
  );
}

function singleOf({ raw }: Element, flags: string) {
  return new RegExp(`^(?:${raw})$`, flags.replaceAll(/[gy]/g, ''));
}

/** A short text the node matches; the empty one for assertions and what may be left out. */
function sample(node: Element | Alternative, flags: string): string {
  switch (node.type) {
    case 'Alternative':
      return node.elements.map((element) => sample(element, flags)).join('');
    case 'Character':
      return String.fromCodePoint(node.value);
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass': {
      const one = singleOf(node, flags);
      return characters.find((character) => one.test(character)) ?? '';
    }
    case 'Quantifier':
      return sample(node.element, flags).repeat(Math.min(node.min, 4));
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives.map((alternative) => sample(alternative, flags)).sort(byLength)[0] ?? '';
    default:
      return '';
  }
}

const byLength = (a: string, b: string) => (a === '' ? 1 : b === '' ? -1 : a.length - b.length);
