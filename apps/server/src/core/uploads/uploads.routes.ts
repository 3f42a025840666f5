import { files } from '@mojian/contract/core/uploads';
import type { Db } from '../../platform/db/schema.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { withoutSignatures } from '../../platform/storage/signed-address.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { listShownPictures } from './list-picture-sizes.ts';
import { takeFromWeb } from './take-from-web.ts';
import { uploadPicture } from './upload-picture.ts';

export function uploadRoutes(serve: Serve, parts: { db: Db; storage: Storage; siteUrl: string }) {
  serve(files.upload, ({ body }, { viewer }) => uploadPicture(parts, viewer, body.file.bytes));
  serve(files.take, ({ body }, { viewer }) => takeFromWeb(parts, viewer, body.url));
  serve(files.sizes, ({ query }, { viewer }) =>
    listShownPictures(parts.db, viewer, query.addresses.split(',').map(withoutSignatures)),
  );
}
