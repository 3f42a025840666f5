/** Owner of the password; their name and e-mail must not be part of it. */
type Person = { email?: string | null; nickname?: string };

export const passwordLengths = { least: 8, most: 128 } as const;

/** Least number of well-known parts and other characters together; a password of fewer is among the first guesses. */
const minPieces = 4;
/** Mobile number, birthday or year at the start of a text. */
const personal = /^(?:1[3-9]\d{9}|(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|(?:19|20)\d\d)/;
const repeated = /^(.{1,4}?)\1+/su;

/**
 * Explains in Chinese why a password is too weak; undefined if it is acceptable. Ignores its length. Pure and small,
 * since the browser runs it while typing.
 */
export function passwordWeakness(password: string, { email, nickname }: Person = {}): string | undefined {
  const plain = password.toLowerCase();
  const mailbox = nameOf(email?.split(/[@+]/)[0]);
  const name = nameOf(nickname);
  if (isMobile(plain)) return '密码不能只是手机号';
  if (isBirthday(plain)) return '密码不能只是生日';
  if (isOnePattern(plain)) return '密码不能只是重复或连续的字符';
  if (/^\d{1,11}$/.test(plain)) return '密码不能只有数字';
  if (mailbox.length >= 4 && plain.includes(mailbox)) return '密码里不能有邮箱的名字';
  if (name.length >= 4 && plain.includes(name)) return '密码里不能有昵称';
  const { pieces, rest } = takeApart(plain, [mailbox, name]);
  if (pieces + rest.length < minPieces) return '这个密码太常见，请换一个';
}

/** Strength for a meter: 0 is refused or nearly so, 4 is strong. */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  if (password.length < passwordLengths.least || passwordWeakness(password)) return 0;
  const { pieces, rest } = takeApart(password.toLowerCase(), []);
  const bits = pieces * 8 + Array.from(rest).length * Math.log2(alphabetOf(password));
  if (bits < 40) return 1;
  if (bits < 55) return 2;
  return bits < 75 ? 3 : 4;
}

function isMobile(text: string) {
  return /^(?:\+?86)?1[3-9]\d{9}$/.test(text);
}

function isBirthday(text: string) {
  return personal.exec(text)?.[0] === text && text.length === 8;
}

function isOnePattern(text: string) {
  return text !== '' && (repeated.exec(text)?.[0] === text || trackLength(text) === text.length);
}

function nameOf(text = '') {
  return text.toLowerCase().replace(/\s/g, '');
}

/** Counts the well-known parts of a text and returns the rest. */
function takeApart(text: string, names: string[]) {
  const words = [...commonWords, ...names.filter((name) => name.length > 1)];
  const spelled = withoutDisguise(text);
  let pieces = 0;
  let rest = '';
  for (let at = 0; at < text.length; ) {
    const length = partLength(text.slice(at), spelled.slice(at), words);
    if (length > 0) pieces += 1;
    else rest += text[at];
    at += length || 1;
  }
  return { pieces, rest };
}

function partLength(text: string, spelled: string, words: string[]) {
  const word = words.filter((each) => text.startsWith(each) || spelled.startsWith(each)).map(({ length }) => length);
  const date = personal.exec(text)?.[0].length ?? 0;
  const repeat = repeated.exec(text)?.[0].length ?? 0;
  return Math.max(0, ...word, date, repeat > 2 ? repeat : 0, trackLength(text));
}

/** Length of the longest sequence at the start, 0 if shorter than three. */
function trackLength(text: string) {
  const ways = tracks.flatMap((track) => [track, Array.from(track).reverse().join('')]);
  let length = 2;
  while (length < text.length && ways.some((way) => way.includes(text.slice(0, length + 1)))) length += 1;
  return length > 2 ? length : 0;
}

/** Undoes leet spelling: p@ssw0rd is password. */
function withoutDisguise(text: string) {
  const substitutes: Record<string, string> = {
    '@': 'a',
    '4': 'a',
    '3': 'e',
    '1': 'i',
    '0': 'o',
    $: 's',
    '5': 's',
    '7': 't',
  };
  return Array.from(text, (sign) => substitutes[sign] ?? sign).join('');
}

/** Size of the alphabet the password draws from. */
function alphabetOf(password: string) {
  const sets: [RegExp, number][] = [
    [/\d/, 10],
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/[!-/:-@[-`{-~ ]/, 33],
    [/[^ -~]/, 1000],
  ];
  return sets.reduce((sum, [set, size]) => sum + (set.test(password) ? size : 0), 0);
}

/**
 * Common words of passwords, Chinese and Western. A password of nothing else is refused, also with a suffix such as
 * 1314.
 */
const commonWords = [
  'password passwd pass admin administrator root user guest test login welcome master hello windows computer internet',
  'iloveyou love loveyou lovely baby angel princess sunshine dragon monkey shadow superman batman michael jordan kobe',
  'football basketball baseball google baidu taobao alibaba tencent wechat weixin weibo mojian boke blog qq www com',
  'woaini woaiwo woaiwojia aini woxihuanni woshishui woshi wobuzhidao wangji mima wodemima nihao nishishui laopo',
  'laogong baobei xiaoqiang tiancai zhongguo beijing shanghai caonima woyaofacai facai jiayou shengri kuaile',
  'wang zhang liu chen yang zhao huang zhou sun zhu gao lin guo luo asdf qwe qaz wsx',
  '520 521 1314 5201314 5211314 1314520 1314521 7758521 7758258 147258 258369 147258369 369258147 159357 159753',
  '741852 963852 789456 456123 31415926 3.14 888 666 168 518 110 119 120 007 911',
].flatMap((line) => line.split(' '));

/** Keyboard rows, alphabet and digits: any run of one, in either direction, counts as a single character. */
const tracks = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1b2c3d4e5f6g7h8i9',
  '1a2b3c4d5e6f7g8h9i',
  'qazwsxedcrfvtgbyhnujm',
  'qweasdzxc',
  '!@#$%^&*()_+',
];
