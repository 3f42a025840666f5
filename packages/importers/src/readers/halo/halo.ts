import type { Reader } from '../../form.ts';
import { findInBackup, readHaloBackup } from './backup.ts';
import { readHaloExport } from './halo-one.ts';

/** The backup of Halo 2: `extensions.data` beside `workdir/attachments`. */
export const halo: Reader = {
  id: 'halo',
  name: 'Halo',
  recognizes: ({ head }) => /^\s*\[\s*\{\s*"name"\s*:\s*"\/registry\//.test(head.subarray(0, 1000).toString('utf8')),
  read: readHaloBackup,
  findPicture: findInBackup,
};

/** The JSON export of Halo 1. */
export const haloOne: Reader = {
  id: 'halo1',
  name: 'Halo 1',
  recognizes: ({ head, name }) => {
    const start = head.toString('utf8');
    if (!/^\s*\{/.test(start)) return false;
    const isNamed = /halo/i.test(name) && /\.json$/i.test(name);
    const known =
      /"(?:comment_black_list|post_comments|sheet_comments|post_categories|content_patch_logs|theme_settings)"\s*:/;
    return known.test(start) || (isNamed && /"export_date"\s*:/.test(start));
  },
  read: readHaloExport,
};
