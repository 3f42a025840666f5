import type { ContentWork } from '@mojian/contract/operations/content';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../platform/http-api.ts';
import { wordsOf } from '../../platform/words-of.ts';
import { isKept, keptWords } from '../pieces/send-in-pieces.ts';
import { sendUp } from '../pieces/send-up.ts';

const lookEvery = 500;

/** A zip on its way in: sent, looked through, and brought in when that is wanted. */
export function useImport(file: File) {
  const [share, setShare] = useState(0);
  const [work, setWork] = useState<ContentWork>();
  const [failure, setFailure] = useState('');
  const abort = useRef(new AbortController());
  const fail = (error: unknown) => setFailure(`${wordsOf(error)}${isKept(error) ? `。${keptWords}` : ''}`);

  /** Begins and follows until it is over. */
  const run = async (id: string, kind: ContentWork['kind'], overwrite: boolean) => {
    setFailure('');
    await api.content.start({ body: { kind, id, overwrite } }).then(setWork).catch(fail);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: sent once, as it was chosen
  useEffect(() => {
    const controller = new AbortController();
    abort.current = controller;
    const options = { path: '/v1/admin/content/upload', onShare: setShare, signal: controller.signal };
    sendUp(file, options).then(
      ({ id }) => run(id, 'preview', false),
      (error: unknown) => !controller.signal.aborted && fail(error),
    );
    return () => controller.abort();
  }, [file]);

  useEffect(() => {
    if (work?.state !== 'running') return;
    const look = () => api.content.work().then((next) => setWork(next ?? undefined));
    // an answer that got lost is asked for again
    const timer = setTimeout(() => look().catch(() => setWork({ ...work })), lookEvery);
    return () => clearTimeout(timer);
  }, [work]);

  return { share, work, failure: failure || (work?.failure ?? ''), run };
}
