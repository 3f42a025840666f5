/** `day` of publication; without it, posts are published one a day in the order of the list. */
export type Post = { key: string; title: string; summary: string; tags: string[]; body: string; day?: number };

export const post = (key: string, title: string, tags: string, body: string): Post => ({
  key,
  title,
  tags: tags.split(' ').filter(Boolean),
  summary: body.slice(0, 60),
  body,
});

/**
 * Posts for the questions, added to the sample: names with special characters and blanks, traditional ones, near
 * misses.
 */
export const writtenPosts: Post[] = [
  post(
    'cpp',
    'C++ 的移动语义',
    'C++',
    '右值引用让 std::vector 搬家时不必一个个抄。C++11 引入，C++17 又补了一课。写模板的人要记得 std::forward。',
  ),
  post(
    'csharp',
    'C# 的可空引用类型',
    'C# .NET',
    '在 .NET 8 里打开 Nullable，编译器就会替你看着 null。ASP.NET Core 的新项目默认是开着的。',
  ),
  post('clang', 'C 语言里的指针', '编程', '指针是一个地址。数组名在大多数地方会退化成指针。C 没有类，也没有引用。'),
  post(
    'dns',
    '换一个 DNS：1.1.1.1 与 8.8.8.8',
    'DNS 网络',
    '家里的路由器默认用运营商的解析。换成 1.1.1.1 之后，打开网页快了一点。国内也可以用 223.5.5.5。',
  ),
  post(
    'http3',
    'HTTP/3 为什么要换成 UDP',
    '网络 HTTP/3',
    'QUIC 跑在 UDP 上，丢一个包不再堵住所有的流。HTTP/2 的队头阻塞在 TCP 那一层。',
  ),
  post(
    'vscode',
    '在浏览器里写代码：vscode.dev',
    '工具',
    '打开 vscode.dev，不用装任何东西就能改仓库里的文件。也可以在 github.dev 按一下句号。',
  ),
  post(
    'gpt4',
    '用 GPT-4 改了一个月的稿子',
    'AI',
    '让 GPT-4 挑错别字比让它写好用。它改得太顺，顺到不像自己写的。GPT-3.5 常常把人名改错。',
  ),
  post(
    'nodesqlite',
    'node:sqlite 用起来怎么样',
    'Node.js SQLite',
    '从 Node 22 起，内置了 node:sqlite，不必再编译 better-sqlite3。同步的接口，一句一句读。',
  ),
  post(
    'vscodeext',
    'VS Code 常用的快捷键',
    '工具 VS Code',
    'Ctrl+P 找文件，Ctrl+Shift+P 找命令。Visual Studio Code 的多光标是 Alt 加点击。',
  ),
  post(
    'ipad',
    'iPad mini 6 用了三年',
    '数码',
    '拿它看书、记笔记。配一支 Apple Pencil，地铁上一只手就够。电池开始不行了。',
  ),
  post(
    'homeassistant',
    'Home Assistant 接管了我家的灯',
    '智能家居',
    '一台旧的 Raspberry Pi 4 跑着 Home Assistant，日落以后客厅的灯自己亮。米家的设备要先拿到 token。',
  ),
  post(
    'cra',
    '告别 Create React App',
    'React 前端',
    'Create React App 不再维护了。把项目挪到 Vite，主要是改环境变量的名字和 index.html 的位置。',
  ),
  post(
    'nextjs',
    'Next.js 的路由缓存',
    'Next.js 前端',
    'App Router 会把看过的页面留在内存里。改了数据要 revalidatePath，不然回来看到的还是旧的。',
  ),
  post(
    'tailwind',
    'Tailwind CSS 写久了',
    'CSS 前端',
    '类名排成一长串，组件拆得够小就不难看。Tailwind CSS 4 把配置搬进了样式表。',
  ),
  post(
    'docker',
    'Docker Compose 部署一个小站',
    'Docker 部署',
    '一个 compose.yaml，三个服务：网站、PostgreSQL、反向代理。升级就是 docker compose pull 再 up -d。',
  ),
  post(
    'kubernetes',
    'Kubernetes 不适合一个人',
    'Kubernetes 部署',
    '一个人维护一个集群，大半时间花在升级集群上。三个节点的 etcd 坏了一个，周末就没了。',
  ),
  post(
    'regex',
    '用正则表达式匹配中文',
    '正则 中文',
    '在正则里写 \\p{Script=Han} 比 [\\u4e00-\\u9fa5] 周全，扩展区的字也在内。要加上 u 标志。',
  ),
  post(
    'concurrency',
    '並發與並行',
    '並發',
    '並發是同時處理許多事，並行是同時做許多事。一個廚師照看三口鍋是並發，三個廚師是並行。',
  ),
  post(
    'garden',
    '陽臺上的菜園',
    '種菜',
    '種了番茄、薄荷與蔥。夏天早晚各澆一次水，番茄開花以後要搖一搖枝條，幫它授粉。',
  ),
  post('taiwan', '在臺北搭捷運', '旅行', '從臺北車站搭淡水信義線，到終點看夕陽。悠遊卡在便利商店也能用。'),
  post(
    'devices',
    '公司设备分类与采购',
    '行政',
    '先把设备分成三类，再看设备分布在哪些楼层。每台设备分别贴上标签，季度盘点一次。',
  ),
  post(
    'backupnas',
    '给照片做三份：NAS 与异地备份',
    '备份 NAS',
    '照片一份在手机，一份在 NAS，一份每周同步到朋友家的硬盘。备份不试恢复，就等于没有备份。',
  ),
  post(
    'rerender',
    'React 组件为什么会重复渲染',
    'React 前端',
    '父组件每渲染一次，子组件就跟着渲染一次。先把状态往下放，再想 memo。渲染两次常常是严格模式的缘故。',
  ),
  post(
    'ssh',
    '免密码登录服务器',
    'SSH 部署',
    '用 ssh-keygen 生成一对 ed25519 的钥匙，把公钥放进服务器的 authorized_keys。私钥只留在自己的电脑上。',
  ),
  post(
    'git',
    '撤销 Git 的上一次提交',
    'Git',
    '还没有推上去，用 git reset --soft HEAD~1；已经推上去了，用 git revert。别在公共分支上改历史。',
  ),
  post(
    'timezone',
    '时区与夏令时',
    '编程',
    '存 UTC，显示的时候再换。1986 到 1991 年中国有过夏令时，生日差一个小时的人就是这么来的。',
  ),
  post(
    'utf8',
    'UTF-8 为什么有三个字节的汉字',
    '编码 UTF-8',
    '一个汉字在 UTF-8 里占三个字节，在 GBK 里占两个。emoji 多半要四个。文件开头的 BOM 可以不要。',
  ),
  post('coffee', '手冲咖啡的水温', '咖啡', '浅烘用 93 度，深烘用 88 度。粉水比 1:15，闷蒸三十秒。壶嘴离粉面近一点。'),
  post(
    'running',
    '第一次跑半程马拉松',
    '跑步',
    '练了十二个星期，每周三次。前十公里要忍住，后面才有得跑。终点的香蕉是我吃过最好的。',
  ),
  post('sleep', '睡不着的时候', '健康', '躺二十分钟还醒着，就起来看几页无聊的书。不看手机，也不算还能睡几个钟头。'),
  post(
    'interview',
    '校招面试被问到的算法',
    '面试 算法',
    '快速排序与归并排序都要会手写。二分查找的边界错了两次。最后问的是布隆过滤器。',
  ),
  post(
    'movie',
    '《海街日记》里的梅子酒',
    '电影',
    '四姐妹在镰仓的老房子里酿梅子酒。电影拍得很慢，慢到听得见纱门的声音。',
  ),
  post(
    'typescript',
    'TypeScript 的类型收窄',
    'TypeScript 前端',
    '用 in、typeof 和自己写的判断函数，让编译器知道是哪一种。never 用来确认没有漏掉。',
  ),
  post(
    'types',
    '数据库里的类型：数字与字符串',
    'SQLite 数据库',
    '在 SQLite 里，一列可以放任何 type 的值。STRICT 表才会拒绝。金额用整数的分来存。',
  ),
  post(
    'webassembly',
    'WebAssembly 跑 SQLite',
    'WebAssembly SQLite',
    '把 SQLite 编译成 WebAssembly，浏览器里就有了一个数据库。文件放在 OPFS，关掉标签页也还在。',
  ),
  post(
    'markdownlint',
    'Markdown 写作的十条规矩',
    'Markdown 写作',
    '一行一句，标题不跳级，链接写全。表格太宽就换成清单。图片一定写替代文字。',
  ),
  post('rss', '用 RSS 读博客', 'RSS 阅读', '订了六十个博客，每天早上读十分钟。没有推荐，也没有广告，读完就是读完了。'),
  post(
    'env',
    '.env 文件不要提交',
    'Git 安全',
    '把 .env 写进 .gitignore，仓库里只放 .env.example。密钥提交过一次，就当它已经泄露。',
  ),
  post('tcpip', '读《TCP/IP 详解》', '读书 网络', '卷一读了半年。三次握手人人会背，四次挥手里的 TIME_WAIT 才要紧。'),
  post(
    'ab',
    'A/B 测试做错的三个地方',
    '统计',
    '样本太少就停，看到好结果就停，一次看二十个指标。A/B 测试要先写下来再开始。',
  ),
];
