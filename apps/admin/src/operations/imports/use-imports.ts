import type { ImportWork } from '@mojian/contract/operations/imports';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api, errorText } from '../../platform/http-api.ts';
import { queryClient, useAnswer } from '../../platform/query.ts';
import { isResumable, resumeHint } from '../chunked-upload/send-chunks.ts';
import { uploadInChunks } from '../chunked-upload/upload-in-chunks.ts';

export type ImportAct = 'pause' | 'resume' | 'undo' | 'retryPictures';

const pollMs = 700;
const workKey = ['imports', 'work'];

/** Polls the running import, preview or undo; lists are loaded again when it ends. */
export function useImportWork() {
  const { answer: work = null, failure } = useAnswer(workKey, () => api.imports.work(), {
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? pollMs : false),
  });
  const isRunning = work?.state === 'running';
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && !isRunning) void reloadImports();
    wasRunning.current = isRunning;
  }, [isRunning]);
  return { work, failure };
}

/** Reloads the lists of runs and waiting comments, and the results shown. */
export function reloadImports() {
  return queryClient.refetchQueries({ queryKey: ['imports'], predicate: ({ queryKey }) => queryKey[1] !== 'work' });
}

function showWork(work: ImportWork | null) {
  queryClient.setQueryData(workKey, work);
  return reloadImports();
}

/** @throws Failure when refused */
async function startPreview(upload: string, fileName: string) {
  await showWork(await api.imports.preview({ body: { upload, fileName } }));
}

type Options = {
  authors: Record<string, number>;
  matches: Record<string, number>;
  site: string;
  overwrite: boolean;
  undatedAsDrafts: boolean;
};

/** @throws Failure when refused */
export async function startImport({ upload, fileName }: ImportWork, options: Options) {
  await showWork(await api.imports.start({ body: { upload, fileName, options } }));
}

/** @throws Failure when refused */
export async function requestRunAct(id: number, act: ImportAct) {
  await showWork(await api.imports.act({ body: { id, act } }));
}

export type Sending = { file: File; share: number };

/** Uploads a file and has it previewed. */
export function useUpload() {
  const [sending, setSending] = useState<Sending>();
  const [failure, setFailure] = useState('');
  const abort = useRef(new AbortController());

  const stop = useCallback(() => {
    abort.current.abort();
    setSending(undefined);
  }, []);
  useEffect(() => stop, [stop]);

  const send = async (file: File) => {
    stop();
    const controller = new AbortController();
    abort.current = controller;
    const ifCurrent = (show: () => void) => void (controller.signal.aborted || show());
    setFailure('');
    setSending({ file, share: 0 });
    const onShare = (share: number) => ifCurrent(() => setSending({ file, share }));
    try {
      const { id } = await uploadInChunks(file, { path: uploadPath, onShare, signal: controller.signal });
      await startPreview(id, file.name);
    } catch (error) {
      ifCurrent(() => setFailure(sendingFailure(error)));
    }
    ifCurrent(() => setSending(undefined));
  };
  return { sending, failure, send, stop };
}

const uploadPath = '/v1/admin/imports/upload';

function sendingFailure(error: unknown) {
  return `${errorText(error)}${isResumable(error) ? `。${resumeHint}` : ''}`;
}
