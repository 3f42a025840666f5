import { files } from '@mojian/contract/files';
import type { Db } from '../db/schema.ts';
import type { Serve } from '../http/calls.ts';
import type { Storage } from '../storage/storage.ts';
import { uploadPicture } from './upload-picture.ts';

export function uploadRoutes(serve: Serve, parts: { db: Db; storage: Storage }) {
  serve(files.upload, ({ body }, { viewer }) => uploadPicture(parts, viewer, body.file.bytes));
}
