/** `wanted`: any of these is a correct first result. */
export type Question = { kind: string; text: string; wanted: string[] };

/** Parses a block: the kind, then per line the query and the expected first results. */
export function readQuestions(block: string): Question[] {
  const [kind = '', ...lines] = block.trim().split('\n');
  return lines.map((line) => {
    const [text = '', wanted = ''] = line.split(' => ');
    return { kind, text: text.trim(), wanted: wanted.trim().split(' ') };
  });
}
