import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import account from '@20minutes/s3rver/lib/models/account.js';

const key = 'AKIDMOJIAN';
/** As ugly as a real one, so that the address has to encode it. */
const secret = 'hush/+:@?#% 密';
account.DUMMY_ACCOUNT.createKeyPair(key, secret);

export type S3 = Awaited<ReturnType<typeof startS3>>;

/** A real S3-speaking server with one bucket, `pictures`, that checks signatures. */
export async function startS3() {
  const directory = await mkdtemp(join(tmpdir(), 'mojian-s3-'));
  const bucket = 'pictures';
  const address = '127.0.0.1';
  const server = new S3rver({ address, port: 0, silent: true, directory, configureBuckets: [{ name: bucket }] });
  const { port } = await server.run();

  /** Its STORAGE_URL, with whatever part changed. */
  const url = (change: { key?: string; secret?: string; bucket?: string; port?: number; query?: string } = {}) => {
    const input = { key, secret, bucket, port, query: 'tls=0', ...change };
    const keys = [input.key, input.secret].map(encodeURIComponent).join(':');
    return `s3://${keys}@${address}:${input.port}/${input.bucket}?${input.query}`;
  };

  return {
    url,
    secret,
    port,
    /** Public address of an object on the server itself. */
    objectUrl: (path: string) => `http://${address}:${port}/${bucket}/${path}`,
    /** Number of objects. */
    async objects() {
      const files = await readdir(join(directory, bucket), { recursive: true });
      return files.filter((file) => file.endsWith('_object')).length;
    },
    stop: () => server.close(),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}
