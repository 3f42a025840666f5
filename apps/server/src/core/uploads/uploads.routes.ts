import { adminFiles, files } from '@mojian/contract/core/uploads';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { type Storage, withoutSignatures } from '../../platform/storage/storage.ts';
import { listForOffice, removeFiles, showUsage } from './admin-files.ts';
import { listShownPictures, receivePicture, takeFromWeb } from './uploads.ts';

export function uploadRoutes(serve: Serve, deps: { db: Db; storage: Storage; siteUrl: string }) {
  serve(files.upload, ({ body }, { viewer }) => receivePicture(deps, viewer, body.file.bytes));
  serve(files.take, ({ body }, { viewer }) => takeFromWeb(deps, viewer, body.url));
  serve(files.sizes, ({ query }, { viewer }) =>
    listShownPictures(deps.db, viewer, query.addresses.split(',').map(withoutSignatures)),
  );
}

export function adminFileRoutes(serve: Serve, deps: { db: Db; storage: Storage }) {
  serve(adminFiles.list, ({ query }, { viewer }) => listForOffice(deps.db, viewer, query));
  serve(adminFiles.usage, () => showUsage(deps.db));
  serve(adminFiles.remove, ({ body }, { viewer }) => removeFiles(deps, viewer, body));
}
