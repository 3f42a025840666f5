import type { Upload } from '@mojian/contract/core/uploads';
import type { Envelope } from '@mojian/contract/platform/endpoint';
import type { Viewer } from '../src/platform/http/viewer.ts';
import { type testSite, tokenOf } from './site.ts';

type Site = Awaited<ReturnType<typeof testSite>>;
type Part = { field?: string; name?: string; bytes: Uint8Array | string };

/** The body of POST /file/upload and its headers, as a browser makes them. */
export async function formOf(...fields: Part[]) {
  const form = new FormData();
  for (const { field = 'file', name = 'picture.png', bytes } of fields)
    form.append(field, new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'image/png' }), name);
  const body = new Response(form);
  const headers = { 'content-type': body.headers.get('content-type') ?? '' };
  return { headers, payload: Buffer.from(await body.arrayBuffer()) };
}

/** Uploads a file, or several fields, as this member or as a visitor does. */
export async function upload(site: Site, viewer: Viewer | null, ...files: (Uint8Array | string | Part)[]) {
  return sendForm<Upload>(site, viewer, '/file/upload', files);
}

/** Uploads to any call that takes a file. */
export async function sendForm<Data>(
  site: Site,
  viewer: Viewer | null,
  url: string,
  input: (Uint8Array | string | Part)[],
) {
  const isPart = (one: Uint8Array | string | Part): one is Part => typeof one === 'object' && 'bytes' in one;
  const form = await formOf(...input.map((one) => (isPart(one) ? one : { bytes: one })));
  const headers = { ...form.headers, ...(viewer && { authorization: tokenOf(viewer) }) };
  const { statusCode, body } = await site.app.inject({ method: 'POST', url, ...form, headers });
  return { status: statusCode, ...(JSON.parse(body) as Envelope & { data: Data }) };
}
