import { type OnProgress, stepNames } from './progress.ts';

const steps = 10;

/** Tells a terminal in one line that changes; a log gets a line every tenth of the way. */
export function printProgress(out: NodeJS.WriteStream): OnProgress {
  let told = '';
  return ({ step, done, total }) => {
    const share = total === 0 ? 1 : done / total;
    const isTerminal = out.isTTY === true;
    const line = `${stepNames[step]}：${isTerminal ? `${done} / ${total}` : `${Math.floor(share * steps) * (100 / steps)}%`}`;
    if (line === told) return;
    told = line;
    out.write(isTerminal ? `\r\u001b[K${line}` : `${line}\n`);
    if (isTerminal && done >= total) out.write('\n');
  };
}
