import type { Me } from '@mojian/contract/core/me';
import type { Upload } from '@mojian/contract/core/uploads';
import type { CallsOf } from '../../../calls.ts';

/** What the chat is given by its route: the calls, with toasts and without, and how a picture is uploaded. */
export type ChatParts = {
  /** Null for a visitor, who may read a group that is open to all. */
  me: Me | null;
  /** What the group is called, for whoever has no list of rooms. */
  groupName: string;
  calls: CallsOf<'chat'>;
  reading: CallsOf<'chat'>;
  upload: (file: Blob, options: { onProgress?: (share: number) => void; signal?: AbortSignal }) => Promise<Upload>;
};
