import { adminRemotes } from '@mojian/contract/operations/remotes';
import type { Serve } from '../../platform/http/calls.ts';
import { BackupWorker } from '../backups/backup-work.ts';
import {
  addRemote,
  changeRemote,
  listAdminRemotes,
  type RemoteDeps,
  removeRemote,
  requestUpload,
  testRemote,
} from './admin-remotes.ts';
import { listRemoteFiles, removeRemoteFile, startFetch } from './remote-backups.ts';

export function routes(serve: Serve, deps: RemoteDeps & { databaseUrl: string }) {
  const worker = new BackupWorker(deps.dataDir);
  serve(adminRemotes, {
    list: () => listAdminRemotes(deps),
    add: ({ body }, { viewer }) => addRemote(deps, viewer, body),
    change: ({ body }, { viewer }) => changeRemote(deps, viewer, body),
    remove: ({ query }, { viewer }) => removeRemote(deps, viewer, query.id),
    test: ({ body }, { viewer }) => testRemote(deps, viewer, body),
    upload: ({ body }, { viewer }) => requestUpload(deps, viewer, body),
    files: ({ query }) => listRemoteFiles(deps, query.id),
    fetch: ({ body }, { viewer }) => startFetch(worker, deps, viewer, body),
    removeFile: ({ query }, { viewer }) => removeRemoteFile(deps, viewer, query),
  });
}
