import type { Upload } from '@mojian/contract/core/uploads';
import type { Envelope } from '@mojian/contract/platform/endpoint';
import { formOf } from '../apps/server/test/upload.ts';
import type { Site } from './site.ts';

/** Uploads a file with a session's token, as a program does. Returns its address. */
export async function sendFile(site: Site, authorization: string, name: string, bytes: Uint8Array): Promise<string> {
  const { headers, payload } = await formOf({ name, bytes });
  const body = new Uint8Array(payload);
  const answer = await fetch(`${site.url}/file/upload`, {
    method: 'POST',
    headers: { ...headers, authorization },
    body,
  });
  return ((await answer.json()) as Envelope & { data: Upload }).data.url;
}
