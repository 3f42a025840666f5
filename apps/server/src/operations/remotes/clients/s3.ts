import { AwsClient } from 'aws4fetch';
import type { TransferRequest } from '../../../platform/outgoing/transfer.ts';
import { readS3Address } from '../../../platform/storage/s3-address.ts';
import { reasonOfCode } from '../../../platform/storage/s3-request.ts';
import { ask, askStream, askText, type RemoteFolder, RemoteRefused, type Where } from './client.ts';
import { readRecords } from './xml-records.ts';

/** A folder of a bucket. An object appears only whole, so that it needs no other name before. */
export function s3Folder(where: Where): RemoteFolder {
  const bucket = bucketOf(where);
  const { accessKeyId, secretAccessKey, region } = bucket;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const addressOf = (name: string) => bucket.urlOf(encodeURIComponent(name));
  const signed = async (url: string, method: string): Promise<TransferRequest> => {
    const { headers } = await client.sign(url, { method });
    return { method, headers: Object.fromEntries(headers) };
  };
  const refuse = (status: number, text: string) => {
    const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(text) ?? [];
    const reason = full.has(code) ? '那边的空间满了' : reasonOfCode({ status, code }, bucket);
    return new RemoteRefused(reason, { isLasting: status < 500 && status !== 429 });
  };

  async function list() {
    const url = bucket.listUrl;
    const { status, text } = await askText(where, url, await signed(url, 'GET'));
    if (status !== 200) throw refuse(status, text);
    const records = readRecords(text, { root: 'ListBucketResult', record: 'Contents' });
    if (!records) throw refuse(0, '<Code>NotStorage</Code>');
    return records.map(({ Key = '', Size = '0' }) => ({ name: Key.split('/').at(-1) ?? '', bytes: Number(Size) }));
  }

  async function remove(name: string) {
    const url = addressOf(name);
    const { status, text } = await askText(where, url, await signed(url, 'DELETE'));
    if (status !== 404 && (status < 200 || status > 299)) throw refuse(status, text);
  }

  const read: RemoteFolder['read'] = async function* (name) {
    const url = addressOf(name);
    yield* askStream(where, url, { ...(await signed(url, 'GET')), refuse });
  };

  return {
    async prepare() {
      await list();
      return { namesWhole: true };
    },
    list,
    async put({ name, bytes, content }, prove) {
      const url = addressOf(name);
      try {
        await send(where, url, { ...(await signed(url, 'PUT')), body: { bytes, content } }, refuse);
        await prove(read(name));
      } catch (error) {
        await remove(name).catch(() => {});
        throw error;
      }
    },
    read,
    remove,
  };
}

async function send(
  where: Where,
  url: string,
  request: TransferRequest,
  refuse: (status: number, text: string) => RemoteRefused,
) {
  const { answer, status, close } = await ask(where, url, request);
  let text = '';
  try {
    for await (const chunk of answer) if (text.length < 4096) text += chunk;
  } finally {
    close();
  }
  if (status < 200 || status > 299) throw refuse(status, text);
}

const full = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientCapacity', 'UserOutOfQuota']);

/** The address as the owner enters it: `https://host/bucket/folder?region=…`. @throws Error in Chinese */
export function bucketOf({ url, username, secret }: Pick<Where, 'url' | 'username' | 'secret'>) {
  const { protocol, host, pathname, searchParams } = new URL(url);
  if (protocol === 'http:') searchParams.set('tls', '0');
  const keys = [username, secret].map(encodeURIComponent).join(':');
  return readS3Address(`s3://${keys}@${host}${pathname}?${searchParams}`);
}
