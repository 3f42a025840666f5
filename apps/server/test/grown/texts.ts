import { countWords, type Heading, renderMarkdown } from '@mojian/markdown';
import { analyse } from '../../src/platform/search/analyse.ts';

/** A piece of text with what the product derives from it: joined pieces need no rendering and no analysis. */
type Piece = { markdown: string; html: string; words: number; tokens: Int32Array; headings: Heading[] };

export type Texts = Awaited<ReturnType<typeof makeTexts>>;

const topics = 200;
const paragraphsOfTopic = 40;
const headingsOfTopic = 5;
const headingEvery = 5;
const sentencesOfParagraph = 5;
const sentenceLength = 30;

/** Words people do search for, more frequent than the made ones. */
const known =
  '备份 数据 春天 写作 服务 浏览 缓存 检索 读书 厨房 骑行 摄影 编程 旅行 茶叶 城市 雨水 网络 设计 音乐'.split(' ');

/** Repeatable random numbers in [0, 1). */
export function randomOf(seed: number) {
  let state = (seed * 2_654_435_761 + 1_013_904_223) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Makes a stock of Chinese paragraphs on 200 topics, rendered and analysed as the product does. */
export async function makeTexts() {
  const tokens = new Tokens();
  const random = randomOf(1);
  const words = [...known, ...Array.from({ length: 3000 }, () => character(random) + character(random))];
  const common = () => words[Math.floor(random() ** 3 * words.length)] ?? '';

  const stock = { words: [] as string[][], headings: [] as Piece[][], paragraphs: [] as Piece[][] };
  for (let topic = 0; topic < topics; topic++) {
    const own = Array.from({ length: 30 }, () => words[Math.floor(random() * words.length)] ?? '');
    const word = () => (random() < 0.3 ? (own[Math.floor(random() ** 2 * own.length)] ?? '') : common());
    stock.words.push(own);
    const headings = Array.from({ length: headingsOfTopic }, (_, n) => `## ${word()}${own[n]}`);
    stock.headings.push(await headingsOf(headings, tokens));
    stock.paragraphs.push(Array.from({ length: paragraphsOfTopic }, () => plain(paragraph(word, random), tokens)));
  }
  return {
    word: (topic: number, chance: number) => pick(stock.words[topic % topics], chance),
    tokensOf: (text: string) => analyse(text),
    text: (topic: number, characters: number, random: () => number) =>
      joined(choose({ stock, topic: topic % topics, characters, random }), tokens),
  };
}

type Choice = {
  stock: { headings: Piece[][]; paragraphs: Piece[][] };
  topic: number;
  characters: number;
  random: () => number;
};

/** Paragraphs up to a length, one in three on other topics, under headings. */
function choose({ stock, topic, characters, random }: Choice) {
  const pieces: Piece[] = [];
  for (let length = 0, n = 0; length < characters; n++) {
    const heading = stock.headings[topic]?.[n / headingEvery];
    if (n > 0 && heading) pieces.push(heading);
    const other = random() < 0.33 ? Math.floor(random() * topics) : topic;
    const next = pick(stock.paragraphs[other], random());
    pieces.push(next);
    length += next.markdown.length;
  }
  return pieces;
}

function joined(pieces: Piece[], tokens: Tokens) {
  return {
    markdown: pieces.map(({ markdown }) => markdown).join('\n\n'),
    lockedMarkdown: pieces.map(({ markdown }, n) => (n === 1 ? `<!-- more -->\n\n${markdown}` : markdown)).join('\n\n'),
    html: pieces.map(({ html }) => html).join(''),
    openingHtml: pieces[0]?.html ?? '',
    headings: JSON.stringify(pieces.flatMap(({ headings }) => headings)),
    words: pieces.reduce((sum, { words }) => sum + words, 0),
    tokens: tokens.join(pieces),
    openingTokens: tokens.join(pieces.slice(0, 1)),
  };
}

function pick<One>(from: One[] = [], chance: number): One {
  const one = from[Math.floor(chance * from.length)];
  if (one === undefined) throw new RangeError('empty stock');
  return one;
}

async function headingsOf(sources: string[], tokens: Tokens): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for (const markdown of sources) {
    const { html, words, text, headings } = await renderMarkdown(markdown);
    pieces.push({ markdown, html, words, headings, tokens: tokens.of(text) });
  }
  return pieces;
}

/** Plain Chinese: what the renderer would make of it is known, and a stock of ten thousand takes no ten seconds. */
function plain(text: string, tokens: Tokens): Piece {
  return { markdown: text, html: `<p>${text}</p>\n`, words: countWords(text), headings: [], tokens: tokens.of(text) };
}

function paragraph(word: () => string, random: () => number) {
  const sentence = () => {
    let text = '';
    for (let until = sentenceLength * (0.6 + 0.8 * random()); text.length < until; )
      text += word() + (random() < 0.15 ? '，' : '');
    return `${text.replace(/，$/, '')}。`;
  };
  return Array.from({ length: sentencesOfParagraph }, sentence).join('');
}

function character(random: () => number) {
  return String.fromCodePoint(0x4e00 + Math.floor(random() ** 2 * 2500));
}

/** Numbers tokens, so that those of a whole text are counted in an array. */
class Tokens {
  readonly #ids = new Map<string, number>();
  readonly #names: string[] = [];
  #counts = new Int32Array(1024);

  of(text: string) {
    return Int32Array.from(analyse(text), (token) => this.#idOf(token));
  }

  #idOf(token: string) {
    const known = this.#ids.get(token);
    if (known !== undefined) return known;
    const id = this.#names.push(token) - 1;
    this.#ids.set(token, id);
    if (id >= this.#counts.length) this.#counts = new Int32Array(2 * this.#counts.length);
    return id;
  }

  /** Tokens of joined pieces, each once, and those that a text counts as its frequent ones. */
  join(pieces: Pick<Piece, 'tokens'>[]): Joined {
    const used: number[] = [];
    for (const { tokens } of pieces) for (const id of tokens) if (this.#count(id) === 1) used.push(id);
    const often = used
      .map((id) => ({ word: this.#names[id] ?? '', count: this.#counts[id] ?? 0 }))
      .filter(({ word, count }) => count >= oftenEnough && word.length > 1)
      .sort((a, b) => b.count - a.count);
    for (const id of used) this.#counts[id] = 0;
    return {
      words: used.map((id) => this.#names[id] ?? ''),
      frequent: often.slice(0, mostFrequent).map(({ word }) => word),
    };
  }

  #count(id: number) {
    const count = (this.#counts[id] ?? 0) + 1;
    this.#counts[id] = count;
    return count;
  }
}

export type Joined = { words: string[]; frequent: string[] };

/** As search/word-index.ts has them; a test compares. */
const oftenEnough = 3;
const mostFrequent = 200;
