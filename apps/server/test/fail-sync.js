import { existsSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';

// Loaded into a served process: its disk refuses one sync once the file that FAIL_SYNC names is there.
const any = await open(process.execPath);
const prototype = Object.getPrototypeOf(any);
await any.close();
const { datasync } = prototype;
prototype.datasync = async function () {
  if (!existsSync(process.env.FAIL_SYNC)) return datasync.call(this);
  rmSync(process.env.FAIL_SYNC);
  throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
};
