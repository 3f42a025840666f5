import { isUtf8 } from 'node:buffer';

/** Characters of an encoded address beyond which it is not decoded: no key is so long, and strangers write what is costly. */
const longestEncoded = 2000;

/** Decodes an address, however often it was encoded, in the form in which keys are compared. */
export function decodedAddress(text: string) {
  if (text.length > longestEncoded) return text;
  return decoded(decoded(text)).toWellFormed().replaceAll('\0', '').normalize('NFC').toLowerCase();
}

/** Encodes an address of an older Chinese system, in GBK, as UTF-8; any other comes back as it is. */
function utf8Address(url: string) {
  if (url.length > longestEncoded || !url.includes('%') || isDecodable(url)) return url;
  if (!/^(?:[^%]|%[\da-f]{2})*$/i.test(url)) return url;
  return url.replace(escapes, (run) => {
    const bytes = bytesOf(run);
    if (isUtf8(bytes)) return run;
    const text = gbk.decode(bytes);
    return text.includes('\ufffd') ? run : encodeURIComponent(text);
  });
}

/** The address as utf8Address encodes it; a path that still cannot be decoded, such as a link cut off, is taken literally. */
export function routableAddress(url: string) {
  const address = utf8Address(url);
  const [path = ''] = address.split('?', 1);
  return isDecodable(path) ? address : path.replaceAll('%', '%25') + address.slice(path.length);
}

/** Uses what it decodes: the bundler drops the call otherwise. */
function isDecodable(url: string) {
  try {
    return decodeURIComponent(url) !== '';
  } catch {
    return false;
  }
}

/** Decodes UTF-8 or, in addresses of older Chinese systems, GBK. */
function decoded(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return /^(?:[^%]|%[\da-f]{2})*$/i.test(text) ? decodedGbk(text) : text;
  }
}

const gbk = new TextDecoder('gbk');
const escapes = /(?:%[\da-f]{2})+/gi;
const bytesOf = (run: string) => Buffer.from(run.replaceAll('%', ''), 'hex');

function decodedGbk(text: string) {
  const plain = text.replace(escapes, (run) => gbk.decode(bytesOf(run)));
  return plain.includes('\ufffd') ? text : plain;
}
