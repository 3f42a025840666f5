import type { RemoteFolder, Where } from './client.ts';
import { mountedFolder } from './folder.ts';
import { s3Folder } from './s3.ts';
import { webdavFolder } from './webdav.ts';

/** Opens a place for backups; makes no request. */
export function openRemote(where: Where): RemoteFolder {
  if (where.kind === 's3') return s3Folder(where);
  return where.kind === 'folder' ? mountedFolder(where) : webdavFolder(where);
}
