const invisible = /[\u00ad\u200b\u2060\ufeff]|[\u200c\u200d](?<=[\p{Script=Han}\p{Script=Latin}\p{N}].)/gu;

/** Characters that the functions below change; rare in most texts. */
const unusual = /[\u00ad\u00c0-\u036f\u1e00-\u1eff\u200b-\u200d\u2060\ufeff]/;

/** A text, composed, without soft hyphens and zero-width characters but those of emoji and of joining scripts. */
export function visible(text: string) {
  if (!unusual.test(text)) return text;
  return text.replace(invisible, '').normalize('NFC');
}

const accented = /[\u00c0-\u024f\u1e00-\u1eff]/g;
/** Letters that do not decompose. */
const plainOf: Record<string, string> = { ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ı: 'i' };

/** Latin letters of a composed text without accents, one for one: café → cafe. */
export function withoutAccents(text: string) {
  if (!unusual.test(text)) return text;
  return text.replace(accented, (character) => {
    plainOf[character] ??= character.normalize('NFD').charAt(0);
    return plainOf[character];
  });
}
