import type { freshSite } from './fresh-site.ts';
import { sendForm } from './upload.ts';

type Site = ReturnType<typeof freshSite>;

const piece = 3 * 1024 * 1024;
let uploads = 0;

/** Uploads a file as the owner's browser does. */
export async function uploadFile(site: Site, name: string, bytes: Uint8Array) {
  const id = `upload-${10_000 + ++uploads}`;
  for (let from = 0; from === 0 || from < bytes.length; from += piece) {
    const url = `/v1/admin/imports/upload?id=${id}&from=${from}&total=${bytes.length}`;
    const { message, status } = await sendForm(site, site.owner, url, [
      { name, bytes: bytes.subarray(from, from + piece) },
    ]);
    if (status !== 200) throw new Error(message);
  }
  return id;
}

/** Uploads, previews and imports a file; `seen` is the report's lines with their places, or the reason for none. */
export async function importFile(site: Site, name: string, bytes: Uint8Array) {
  const { imports } = site.office(site.owner);
  const body = { upload: await uploadFile(site, name, bytes), fileName: name };
  const ended = async () => {
    for (;;) {
      const work = await imports.work();
      if (work && work.state !== 'running') return work;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await imports.preview({ body });
  const preview = await ended();
  await imports.start({ body });
  const work = await ended();
  const [run] = work.runId === null ? [] : (await imports.list({ query: {} })).records;
  const { losses = [] } = run ? await imports.show({ query: { id: run.id } }) : {};
  const seen = losses.map(({ thing, places, reason }) => `${thing} ${places.join('、')}：${reason}`);
  return { preview, work, seen: work.failure ? [work.failure] : seen };
}
