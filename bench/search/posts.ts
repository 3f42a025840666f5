import { type Post, post, writtenPosts } from './written-posts.ts';

export type { Post };

const themes = [
  '春耕',
  '地铁里的书',
  '雨天的摊子',
  '旧电脑',
  '一碗面',
  '夜跑',
  '邻居的猫',
  '修收音机',
  '图书馆',
  '河边',
];
const tools = ['字体', '键盘', '笔记', '日历', '地图', '天气', '播客', '相机', '命令行', '浏览器'];

/** Weekly with consecutive numbers: a search for one must not find those it is a prefix of. */
const weekly: Post[] = Array.from({ length: 130 }, (_, at) => {
  const number = at + 1;
  const theme = themes[at % themes.length] ?? '';
  const tool = tools[(at * 7) % tools.length] ?? '';
  const body = `这一周说${theme}。读者来信 ${(at * 13) % 90} 封。工具推荐：一个${tool}软件。下周再见，记得备份。`;
  return {
    key: `weekly-${number}`,
    title: `小站周刊（第${number}期）：${theme}`,
    summary: body.slice(0, 40),
    tags: ['周刊'],
    body,
  };
});

const flowers = ['月季', '绣球', '铃兰', '石竹', '鸢尾', '芍药', '茉莉', '栀子'];

/** A monthly whose issues are numbered in Chinese (第三百期), with other numbers in the titles to be told apart from. */
const monthly: Post[] = Array.from({ length: 40 }, (_, at) => {
  const number = at + 1;
  const flower = flowers[at % flowers.length] ?? '';
  const counted = 1 + ((at * 7) % 40);
  const title =
    number % 2
      ? `园丁月报第${chineseNumber(number)}号：${flower}`
      : `园丁月报 第 ${number} 号 ${flower}的${counted}种养法`;
  return post(`monthly-${number}`, title, '', `这个月说${flower}，收到第 ${counted} 封来信，答了${number % 5}个问题。`);
});

function chineseNumber(number: number) {
  const digit = (one: number) => '零一二三四五六七八九'[one] ?? '';
  const [tens, ones] = [Math.floor(number / 10), number % 10];
  return `${tens > 1 ? digit(tens) : ''}${tens > 0 ? '十' : ''}${ones > 0 ? digit(ones) : ''}`;
}

/** Products whose name and number stand together in one text only, and apart in the titles of others. */
const versions: Post[] = [
  post(
    'vue3',
    '组合式接口',
    '前端',
    '升级到 Vue 3 以后，逻辑可以按功能放在一起。Vue 3 的响应式换成了 Proxy，Vue 3 也更小。',
  ),
  post('vue2', 'Vue 写了 3 年', '前端', '从 Vue 1 写到 Vue 2，换过三家公司。'),
  post(
    'node20',
    '换掉 nodemon',
    'Node.js',
    'Node 20 自带 --watch，不用再装别的。Node 20 也能读 .env。Node 20 到 2026 年为止。',
  ),
  post('nodetips', '写 Node 的 20 个习惯', 'Node.js', '先写测试，再写代码；不在循环里等待。'),
  post('iphone15', '换了接口以后', '数码', 'iPhone 15 终于用上了 USB-C，一根线充所有的东西。iPhone 15 的边也圆了。'),
  post('iphonetips', 'iPhone 的 15 个小技巧', '数码', '长按空格可以移动光标，捏三下可以拷贝。'),
  post('python-3-11-2', '装好 Python 3.11.2', 'Python', '系统里带的太旧，自己编译一个。'),
  post('python-3-11-20', '装好 Python 3.11.20', 'Python', '又出了一个补丁，再编译一次。'),
  post('python-3-1', '老机器上的 Python 3.1', 'Python', '那台机器十五年没有关过。'),
  post('python-11-2', '3 月 11 日：Python 的 2 个坑', 'Python', '默认参数是可变的，闭包抓的是变量。'),
  post('go-1-2', '还在用 Go 1.2 的项目', 'Go', '没有模块，依赖都放在一个目录里。'),
  post('go-1-20', '升级到 Go 1.20', 'Go', '编译快了一成，错误可以包几个。'),
  post('go-1-21', '升级到 Go 1.21', 'Go', '有了 slices 与 maps，少写几个循环。'),
  post('mysql-8-4-1', '一次夜里的升级', '数据库', '停机十分钟，把 MySQL 8.4.1 装上，再把从库接回来。'),
  post('mysql-notes', '手册 8.4 节与 4.1 节：MySQL 的锁', '数据库', '间隙锁锁的是两行之间的空。'),
  post(
    'redis7',
    '缓存换了地方',
    '数据库',
    '把 Redis 7 装在同一台机器上，够用。Redis 7 的函数可以代替脚本，Redis 7 还有分片的订阅。',
  ),
  post('redisyears', '与 Redis 相处 7 年', '数据库', '踩过的坑：大键、热键、没有设过期。'),
];

/** Words with accents, and with characters nobody sees. */
const accents: Post[] = [
  post('cafe', 'Café de Flore 的早晨', '旅行', '左岸的咖啡馆，坐了一个上午。隔壁桌的人在改手稿。'),
  post('resume', '怎样写一份 résumé', '求职', '一页就够，写做成了什么，不写做过什么。'),
  post('zurich', '在 Zürich 转车', '旅行', '等车的两个小时，沿着湖走了一圈。'),
  post('pho', '一碗 Phở', '吃', '牛骨熬一夜，河粉烫十秒。'),
  post(
    'softhyphen',
    '德文的长词',
    '排版',
    '一行放不下的时候，Donau\u00addampf\u00adschiff\u00adfahrt 可以在中间断开。',
  ),
  post('zerowidth', '复制来的空白', '排版', '从网页上复制下来的零\u200b宽\u200b空\u200b格，看不见，却让比对失败。'),
];

/** Diary whose files are in the order of their names, as an import numbers them: 1, 10, 100, 101, 11 … */
const diary: Post[] = Array.from({ length: 120 }, (_, at) => at + 1)
  .sort((a, b) => (String(a) < String(b) ? -1 : 1))
  .map((number) => {
    const more = number % 2 ? '买了豆浆' : '看了一眼 Grafana';
    return { ...post(`diary-${number}`, `流水账 ${number}`, '', `早上晨跑，${more}，然后上班。`), day: 1000 + number };
  });

export const posts: Post[] = [...writtenPosts, ...weekly, ...monthly, ...versions, ...accents, ...diary];
