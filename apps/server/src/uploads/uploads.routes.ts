import { files } from '@mojian/contract/files';
import type { Db } from '../db/schema.ts';
import type { Serve } from '../http/calls.ts';
import { withoutSignatures } from '../storage/signed-address.ts';
import type { Storage } from '../storage/storage.ts';
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
