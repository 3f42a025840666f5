import { fileRefused } from './file-refused.ts';
import { openZip, type Packed } from './open-zip.ts';
import { decodeText, largestText, UnreadableFile } from './read-text.ts';

/** The one text of what was sent, and the files that came with it. `path` is where it lies among them. */
export type Document = { path: string; text: string; files: Packed[] };

const isMarkdown = /\.(?:md|markdown)$/i;
/** What systems and notes to whoever opens the zip leave there. */
const aside = /(?:^|\/)(?:__MACOSX|\.[^/]*)(?:\/|$)|(?:^|\/)(?:README|LICENSE|CHANGELOG)\.\w+$/i;

/**
 * Finds the text in a file as it was sent: a Markdown or text file, or a zip with one of them.
 * @throws Failure blaming `file` for anything else.
 */
export async function findDocument({ name, bytes }: { name: string; bytes: Uint8Array }): Promise<Document> {
  const path = name.replace(/^.*[/\\]/, '');
  if (/\.zip$/i.test(path)) return inZip(await openZip(bytes));
  if (!/\.(?:md|markdown|txt)$/i.test(path))
    throw fileRefused('只能导入 .md、.markdown、.txt 文件，或装着它们的 .zip', 'wrong-type');
  return { path, text: textOf(bytes), files: [] };
}

async function inZip(files: Packed[]): Promise<Document> {
  const [document, ...others] = choose(files);
  if (!document) throw fileRefused('压缩包里没有 Markdown 文件');
  if (others.length > 0) throw fileRefused(`压缩包里有 ${others.length + 1} 个 Markdown 文件，一次只能导入一篇`);
  // by what the zip declares: unpacking holds it to that
  if (document.size > largestText) throw fileRefused('文件超过 5 MB', 'wrong-type');
  return { path: document.path, text: textOf(await document.read()), files };
}

/** A note to the reader is the text only when there is no other; so is a plain text. */
function choose(files: Packed[]) {
  const seen = files.filter(({ path }) => !/(?:^|\/)(?:__MACOSX\/|\._)/.test(path));
  const texts = [
    seen.filter(({ path }) => isMarkdown.test(path) && !aside.test(path)),
    seen.filter(({ path }) => isMarkdown.test(path)),
    seen.filter(({ path }) => /\.txt$/i.test(path) && !aside.test(path)),
  ];
  return texts.find(({ length }) => length > 0) ?? [];
}

function textOf(bytes: Uint8Array) {
  try {
    return decodeText(bytes);
  } catch (error) {
    throw error instanceof UnreadableFile ? fileRefused(error.message, 'wrong-type') : error;
  }
}
