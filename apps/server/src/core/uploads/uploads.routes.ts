import { downloadName } from '@mojian/contract/core/attachment-kinds';
import { adminFiles, files } from '@mojian/contract/core/uploads';
import type { Db } from '../../platform/db/schema.ts';
import type { Tables } from '../../platform/db/table.ts';
import type { Serve } from '../../platform/http/calls.ts';
import { type Storage, withoutSignatures } from '../../platform/storage/storage.ts';
import { listForOffice, removeFiles, showUsage } from './admin-files.ts';
import { acceptUploads, isSpooled, largestOf, receiveAttachment } from './attachments.ts';
import { describeAttachment } from './describe-attachment.ts';
import { listOwnPictures } from './own-pictures.ts';
import { readQuota } from './quota.ts';
import { listShownPictures, receivePicture, takeFromWeb } from './uploads.ts';

export function routes(
  serve: Serve,
  deps: { db: Db; tables: Tables; storage: Storage; siteUrl: string; dataDir: string },
) {
  serve(files, {
    upload: {
      accepts: (viewer) => acceptUploads(deps, viewer),
      handle: ({ body: { file } }, { viewer }) =>
        isSpooled(file)
          ? receiveAttachment(deps, viewer, file)
          : receivePicture(deps, viewer, file.bytes, downloadName(file.name, 'webp')),
    },
    take: ({ body }, { viewer }) => takeFromWeb(deps, viewer, body.url),
    describe: ({ body }, { viewer }) => describeAttachment(deps, viewer, body),
    sizes: ({ query }, { viewer }) =>
      listShownPictures(deps.db, viewer, query.addresses.split(',').map(withoutSignatures)),
    limits: async (_, { viewer }) => ({
      largest: await largestOf(deps.db, viewer),
      quota: await readQuota(deps.db, viewer),
    }),
    mine: ({ query }, { viewer }) => listOwnPictures(deps.db, viewer, query),
  });
  serve(adminFiles, {
    list: ({ query }, { viewer }) => listForOffice(deps, viewer, query),
    usage: () => showUsage(deps.db),
    remove: ({ body }, { viewer }) => removeFiles(deps, viewer, body),
  });
}
