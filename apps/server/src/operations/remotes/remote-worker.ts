import { type RemoteKind, remoteKinds } from '@mojian/contract/operations/remote-kinds';
import { answerTasks } from '../../platform/workers/answer-tasks.ts';
import { RemoteRefused, type Where } from './clients/client.ts';
import { openRemote } from './clients/clients.ts';
import { uploadBackup } from './upload.ts';

type UploadTask = { where: Where; path: string; name: string; passphrase: string; largestFile?: number };
type Uploaded = Awaited<ReturnType<typeof uploadBackup>>;
export type Refusal = { text: string; isLasting: boolean };

const tasks = {
  /** Uploads a backup and proves it. */
  upload: async ({ where, ...task }: UploadTask): Promise<{ uploaded: Uploaded } | { refusal: Refusal }> => {
    try {
      const { largestFile = largestOf(where.kind) } = task;
      return { uploaded: await uploadBackup({ ...task, largestFile, folder: openRemote(where) }) };
    } catch (error) {
      if (error instanceof RemoteRefused) return { refusal: { text: error.message, isLasting: error.isLasting } };
      throw error;
    }
  },
};

function largestOf(kind: RemoteKind) {
  const known = remoteKinds[kind];
  return 'largestFile' in known ? known.largestFile : undefined;
}

export type RemoteTasks = typeof tasks;

answerTasks(tasks);
