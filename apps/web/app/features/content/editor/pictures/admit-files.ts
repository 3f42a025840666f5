import { bytesOfFamily, familyOf, whyNotTaken } from '@mojian/contract/core/attachment-kinds';
import { describeOther } from '@mojian/contract/core/picture-kinds';
import { readableSize } from '@mojian/contract/platform/readable-size';
import { toast } from '../../../../ui/toast.ts';

/** Files that the site takes of this member; of each other one it is said why not, before anything of it is sent. */
export async function admitFiles(files: File[], findLargest: () => Promise<number>): Promise<File[]> {
  const largest = await findLargest().catch(() => undefined); // without a network the upload says so
  const admitted: File[] = [];
  for (const file of files) {
    const why = await whyNot(file, largest);
    if (why === undefined) admitted.push(file);
    else toast('warning', `「${file.name}」没有添加：${why}`);
  }
  return admitted;
}

async function whyNot(file: File, largest: number | undefined) {
  const head = await readHead(file).catch(() => undefined);
  if (head === undefined) return '读不到它，文件夹要先压缩成 zip';
  if (file.size === 0) return '它是空的';
  if (!familyOf(head)) return whyNotTaken(head, describeOther(head));
  if (largest === 0) return '站点没有开放给你传图片以外的文件';
  if (largest !== undefined && file.size > largest)
    return `它有 ${readableSize(file.size)}，最多 ${readableSize(largest)}`;
  return undefined;
}

/** First bytes as Latin-1 text. */
async function readHead(file: File) {
  const bytes = new Uint8Array(await file.slice(0, bytesOfFamily).arrayBuffer());
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}
