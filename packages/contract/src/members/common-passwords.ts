/**
 * Words that passwords are made of again and again, here and abroad. A password made of nothing else is guessed at once,
 * with 1314 behind it or without.
 */
export const commonWords = [
  'password passwd pass admin administrator root user guest test login welcome master hello windows computer internet',
  'iloveyou love loveyou lovely baby angel princess sunshine dragon monkey shadow superman batman michael jordan kobe',
  'football basketball baseball google baidu taobao alibaba tencent wechat weixin weibo mojian boke blog qq www com',
  'woaini woaiwo woaiwojia aini woxihuanni woshishui woshi wobuzhidao wangji mima wodemima nihao nishishui laopo',
  'laogong baobei xiaoqiang tiancai zhongguo beijing shanghai caonima woyaofacai facai jiayou shengri kuaile',
  'wang zhang liu chen yang zhao huang zhou sun zhu gao lin guo luo asdf qwe qaz wsx',
  '520 521 1314 5201314 5211314 1314520 1314521 7758521 7758258 147258 258369 147258369 369258147 159357 159753',
  '741852 963852 789456 456123 31415926 3.14 888 666 168 518 110 119 120 007 911',
].flatMap((line) => line.split(' '));

/** Where the finger or the eye only has to go on: part of one of these, either way, is one thing to remember. */
export const tracks = [
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
