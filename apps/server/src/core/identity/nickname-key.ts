/** Characters of other alphabets that look like a Latin letter, in both cases, whose look-alikes may differ. */
const lookAlikes: Record<string, string> = {
  ...pairs('АВЕЅІЈКМНОРСТХУԚԜЗ', 'abesijkmhopctxyqw3'),
  ...pairs('авеѕіјкмнорстхуԛԝһԁгѵѡӏьзп', 'abesijkmhopctxyqwhdrvwib3n'),
  ...pairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ', 'abezhikmnoptyxcj'),
  ...pairs('αβγεηικμνορτυχωϲϳ', 'abyenikuvoptuxwcj'),
  ...pairs('օոսհցզ', 'onuhgq'),
  ...pairs('ıȷɑɡɩʟøłđħ', 'ijagiioidh'),
  ...pairs('ニロエカトタハー〇囗曰', '二口工力卜夕八一o口日'),
  ...pairs('01l|', 'oiii'),
};

/**
 * Key shared by nicknames a reader would confuse. Folds compatibility forms, case, accents, traditional characters and
 * look-alike letters, and drops symbols and blanks.
 */
export function nicknameKey(nickname: string) {
  const plain = nickname
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '') // accents; marks of other scripts change the word
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Variation_Selector}]/gu, '')
    .replace(/\p{Dash_Punctuation}/gu, '-');
  const seen = fold(fold(plain).toLowerCase());
  return seen.replaceAll('rn', 'm').replaceAll('vv', 'w');
}

function fold(text: string) {
  return Array.from(text, (sign) => lookAlikes[sign] ?? sign).join('');
}

function pairs(signs: string, latin: string) {
  return Object.fromEntries(Array.from(signs, (sign, index) => [sign, [...latin][index] as string]));
}
