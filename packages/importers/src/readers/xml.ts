import { createReadStream } from 'node:fs';
import { encodingsToTry } from '@mojian/foreign-files/xml/encodings';
import { readXmlText, type XmlOptions, type XmlRecord } from '@mojian/foreign-files/xml/xml';
import { type Loss, type Source, UnreadableSource } from '../form.ts';

/**
 * Reads XML of any size in bounded memory. Never throws on what stands in it: yields the losses instead.
 * @throws UnreadableSource when there is no element at all
 */
export async function* readXml(source: Source, options: XmlOptions): AsyncGenerator<XmlRecord | Loss> {
  const { encoding, broken } = await encodingOf(source);
  if (broken) yield { kind: 'loss', thing: '文字', place: '文件', reason: '有些字节不是任何已知的编码，换成了 �' };
  const { elements, line, isInside } = yield* readXmlText(decoded(source.path, encoding), options);
  if (elements === 0) throw new UnreadableSource('这个文件里没有 XML 的内容');
  if (isInside) yield { kind: 'loss', thing: '文件', place: `第 ${line} 行`, reason: '文件到这里断了，后面的没有读到' };
}

async function* decoded(path: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let carriageReturn = ''; // a carriage return whose line feed comes with the next chunk
  for await (const bytes of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    const text = carriageReturn + decoder.decode(bytes, { stream: true });
    carriageReturn = text.endsWith('\r') ? '\r' : '';
    yield (carriageReturn ? text.slice(0, -1) : text).replace(/\r\n?/g, '\n');
  }
  yield (carriageReturn + decoder.decode()).replace(/\r\n?/g, '\n');
}

async function encodingOf({ path, head }: Source): Promise<{ encoding: string; broken: boolean }> {
  for (const encoding of encodingsToTry(head)) if (await decodes(path, encoding)) return { encoding, broken: false };
  return { encoding: 'utf-8', broken: true };
}

async function decodes(path: string, encoding: string) {
  try {
    const decoder = new TextDecoder(encoding, { fatal: true });
    for await (const bytes of createReadStream(path, { highWaterMark: 256 * 1024 }))
      decoder.decode(bytes, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return false; // another encoding, or an unknown one
    throw error;
  }
}
