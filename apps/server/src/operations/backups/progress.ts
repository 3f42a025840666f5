/** Rows or files done, of all of the current step. */
type Progress = { step: Step; done: number; total: number };

export type OnProgress = (progress: Progress) => void;

export const stepNames = {
  rows: '写下数据',
  files: '写下图片',
  check: '核对备份',
  load: '放入数据',
  compare: '比对数据',
  migrate: '升级表结构',
  search: '重建检索',
  restoreFiles: '放回图片',
  fetch: '从别处取回（MB）',
  decrypt: '解密（MB）',
} as const;

type Step = keyof typeof stepNames;

/** Reports that a step begins; the returned function adds to the amount done. */
export function beginStep(onProgress: OnProgress, step: Step, total: number) {
  let done = 0;
  onProgress({ step, done, total });
  return (more: number) => {
    done += more;
    onProgress({ step, done, total });
  };
}

const megabyte = 1024 ** 2;

/** Reports a step that reads so many bytes; the returned function passes them on. */
export function beginReading(onProgress: OnProgress, step: Step, bytes: number) {
  const advance = beginStep(onProgress, step, Math.ceil(bytes / megabyte));
  return async function* (source: AsyncIterable<Uint8Array>) {
    let read = 0;
    for await (const chunk of source) {
      read += chunk.length;
      yield chunk;
      if (read < megabyte) continue;
      advance(Math.floor(read / megabyte));
      read %= megabyte;
    }
  };
}

const steps = 10;

/** Rewrites one line on a terminal; logs a line per tenth elsewhere. */
export function printProgress(out: NodeJS.WriteStream): OnProgress {
  let lastLine = '';
  return ({ step, done, total }) => {
    const share = total === 0 ? 1 : done / total;
    const isTerminal = out.isTTY === true;
    const line = `${stepNames[step]}：${isTerminal ? `${done} / ${total}` : `${Math.floor(share * steps) * (100 / steps)}%`}`;
    if (line === lastLine) return;
    lastLine = line;
    out.write(isTerminal ? `\r\u001b[K${line}` : `${line}\n`);
    if (isTerminal && done >= total) out.write('\n');
  };
}
