import type { MarkdownFile } from '@mojian/contract/content/markdown-files';
import { isFailure } from '@mojian/contract/platform/failures';
import { useEffect, useRef, useState } from 'react';
import type { ReadMarkdownFile } from './import-props.ts';

type State =
  | { step: 'choosing'; refusal?: string }
  | { step: 'reading'; name: string; share: number }
  | { step: 'found'; file: MarkdownFile };

/** A file on its way: chosen, sent and read, found. Leaving the dialog stops it. */
export function useReading(read: ReadMarkdownFile) {
  const [state, setState] = useState<State>({ step: 'choosing' });
  const under = useRef<AbortController>(undefined);
  useEffect(() => () => under.current?.abort(), []);

  const start = async (file: File) => {
    const ending = new AbortController();
    const { signal } = ending;
    under.current = ending;
    const onProgress = (share: number) => !signal.aborted && setState({ step: 'reading', name: file.name, share });
    onProgress(0);
    try {
      const found = await read(file, { onProgress, signal });
      if (!signal.aborted) setState({ step: 'found', file: found });
    } catch (error) {
      if (!signal.aborted) setState({ step: 'choosing', refusal: wordsFor(error) });
    }
  };
  const stop = () => {
    under.current?.abort();
    setState({ step: 'choosing' });
  };
  return { state, start, stop };
}

function wordsFor(error: unknown) {
  return isFailure(error) ? error.message : '文件读取失败，请重试';
}
