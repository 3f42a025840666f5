import { outlinesOf } from '../../core/typeface/cut-font.ts';
import { type Faces, faceOf, lacking } from './faces.ts';
import { frame } from './papers.ts';
import { plainWords } from './quoted-text.ts';
import { setColumns, verticalForm } from './vertical-text.ts';

/** Characters on every quote card. */
const always = `　 《》…${lacking}年月日0123456789长按识读原文在这一句`;

/** Faces with the outlines of all characters of texts, also in their vertical forms. @throws WorkerFailed */
export async function facesFor(texts: string[]): Promise<Faces> {
  const text = [...new Set(always + texts.join(''))].join('');
  const forms = Array.from(text, verticalForm).join('');
  const [song, mono] = [await outlinesOf('song', text + forms), await outlinesOf('mono', text)];
  return { song: faceOf(song), mono: faceOf(mono) };
}

/** Room above and below the columns of a sheet. */
export const inset = { top: 40, bottom: 28 };

export function columnsOf(words: string, faces: Faces) {
  const lines = words.split('\n').map(plainWords).filter(Boolean).join('\n');
  return setColumns(lines, frame.height - inset.top - inset.bottom, faces);
}

/** Whether words are too long for columns. */
export async function isShortened(words: string): Promise<boolean> {
  return Array.from(words).length > 40 && columnsOf(words, await facesFor([words])).isCut;
}
