import { type Question, readQuestions } from './question.ts';

/** Questions about the sample and the posts of this folder. */
export const ownQuestions: Question[] = [
  `
名字里有空格
Home Assistant => homeassistant
Create React App => cra
VS Code => vscodeext
iPad mini => ipad
Apple Pencil => ipad
Raspberry Pi => homeassistant
Tailwind CSS => tailwind
Docker Compose => docker
App Router => nextjs
Visual Studio Code => vscodeext
Raspberry Pi 4 => homeassistant
Front Matter => 02-writing
iPad mini 6 => ipad
`,
  `
英文短语与命令
docker compose pull => docker
git reset --soft => git
git revert => git
npm run import => 02-writing 04-moving-in
ssh-keygen => ssh
VACUUM INTO => 05-backup
authorized_keys => ssh
pg_dump => 05-backup
type script => typescript
`,
  `
两个词，中间有空格
文件 备份 => 05-backup
数据库 恢复 => 05-backup
照片 备份 => backupnas
正则 中文 => regex
服务器 登录 => ssh
周刊 收音机 => weekly-8 weekly-18 weekly-28 weekly-38 weekly-48 weekly-58 weekly-68 weekly-78 weekly-88 weekly-98 weekly-108 weekly-118 weekly-128
桂花 做法 => 12-osmanthus-sugar
面试 算法 => interview
修伞 摊子 => 11-mending-an-umbrella
咖啡 水温 => coffee
搬家 WordPress => 04-moving-in
React 渲染 => rerender
汉字 字节 => utf8
番茄 授粉 => garden
时区 夏令时 => timezone
照片 NAS => backupnas
半程 马拉松 => running
`,
  `
一个词
引擎 => 09-finding-chinese-words
搜索引擎 => 09-finding-chinese-words
桂花 => 12-osmanthus-sugar
脚注 => 03-markdown-and-tea
行距 => 07-rest-for-the-eyes
缝纫机 => 08-an-address-of-ones-own
导入 => 02-writing 04-moving-in
备份 => 05-backup backupnas
systemd => 06-small-server
Hexo => 04-moving-in
Kubernetes => kubernetes
布隆过滤器 => interview
梅子酒 => movie
草稿 => 02-writing
搬家 => 04-moving-in
指针 => clang
桥 => 10-under-the-bridge
雨 => 11-mending-an-umbrella
夏令时 => timezone
WAL => 05-backup
反向代理 => 06-small-server docker
`,
  `
带符号的名字
C++ => cpp
c++ 移动 => cpp
C++11 => cpp
std::vector => cpp
C# => csharp
.NET => csharp
.NET 8 => csharp
ASP.NET => csharp
1.1.1.1 => dns
8.8.8.8 => dns
223.5.5.5 => dns
HTTP/3 => http3
HTTP/2 => http3
vscode.dev => vscode
github.dev => vscode
GPT-4 => gpt4
gpt4 => gpt4
GPT-3.5 => gpt4
node:sqlite => nodesqlite
better-sqlite3 => nodesqlite
Next.js => nextjs
UTF-8 => utf8
TCP/IP => tcpip
.env => env
.gitignore => env
A/B 测试 => ab
A/B => ab
compose.yaml => docker
Ctrl+P => vscodeext
1:15 => coffee
index.html => cra
`,
  `
数字
512 MB => 06-small-server
512MB => 06-small-server
93 度 => coffee
1986 => timezone
GPT 4 => gpt4
Node 22 => nodesqlite
第1期 => weekly-1
第2期 => weekly-2
第3期 => weekly-3
第5期 => weekly-5
第9期 => weekly-9
第10期 => weekly-10
第11期 => weekly-11
第12期 => weekly-12
第13期 => weekly-13
第100期 => weekly-100
第 7 期 => weekly-7
周刊第1期 => weekly-1
周刊 第4期 => weekly-4
小站周刊 12 => weekly-12
周刊 99 => weekly-99
`,
  `
中英混排
SQLite备份 => 05-backup
用正则匹配中文 => regex
React组件重复渲染 => rerender
Markdown表格 => 03-markdown-and-tea markdownlint
Git 撤销提交 => git
部署 Docker => docker
PostgreSQL备份 => 05-backup
vite 迁移 => cra
RSS 阅读 => rss
SQLite 浏览器 => webassembly
UDP 丢包 => http3
TypeScript类型 => typescript
`,
  `
整句标题
在「搜索引擎」里找到「引擎」 => 09-finding-chinese-words
一个文件的备份与恢复 => 05-backup
用一壶茶，把 Markdown 走一遍 => 03-markdown-and-tea
放到一台 512 MB 的小机器上 => 06-small-server
换一个 DNS：1.1.1.1 与 8.8.8.8 => dns
HTTP/3 为什么要换成 UDP => http3
在浏览器里写代码：vscode.dev => vscode
Home Assistant 接管了我家的灯 => homeassistant
《海街日记》里的梅子酒 => movie
用 GPT-4 改了一个月的稿子 => gpt4
小站周刊（第12期）：地铁里的书 => weekly-12
《小站周刊（第 3 期）：雨天的摊子》 - 小站 => weekly-3
让眼睛少走一点路 => 07-rest-for-the-eyes
读《TCP/IP 详解》 => tcpip
给照片做三份：NAS 与异地备份 - 某人的博客 => backupnas
`,
  `
问句
怎样备份数据库 => 05-backup
怎么撤销上一次提交 => git
什么是并发 => concurrency
为什么组件会渲染两次 => rerender
如何用正则匹配汉字 => regex
汉字为什么占三个字节 => utf8
如何免密码登录服务器 => ssh
怎样从 WordPress 搬家过来 => 04-moving-in
睡不着怎么办 => sleep
手冲咖啡的水温是多少 => coffee
为什么不能直接复制数据库文件 => 05-backup
怎么做桂花糖 => 12-osmanthus-sugar
how to undo a git commit => git
如何在小内存的机器上部署 => 06-small-server
HTTP/3 和 HTTP/2 有什么区别 => http3
怎样给照片做备份？ => backupnas
博客怎么用 RSS 来读 => rss
什么时候该用 memo => rerender
`,
  `
长句
我想知道在一台内存只有 512 MB 的云主机上怎样部署这个博客并且用上 https => 06-small-server
昨天把公司的服务器弄坏了一台，想起来数据库从来没有备份过，现在要怎样每天自动备份 SQLite 数据库文件，并且能够恢复 => 05-backup
父组件每渲染一次，子组件就跟着渲染一次。先把状态往下放，再想 memo => rerender
以前的博客是用 Hexo 写的，文章都是 Markdown 文件，想全部搬到墨笺来，旧的地址还要能打开，请问应该怎么做才好，有没有一条命令就可以完成的办法，先谢谢各位朋友了，等着各位的回复，急急急急急急急急急急急急 => 04-moving-in
中文不在词与词之间留空格，机器要先决定从哪里下刀 => 09-finding-chinese-words
一个厨师照看三口锅是并发，三个厨师是并行 => concurrency
存 UTC，显示的时候再换 => timezone
`,
  `
繁体与简体
并发与并行 => concurrency
並行 => concurrency
阳台上的菜园 => garden
陽台種菜 => garden
台北 捷运 => taiwan
臺北捷運 => taiwan
備份與恢復 => 05-backup
正則表達式 => regex
數據庫備份 => 05-backup
悠游卡 => taiwan
`,
  `
写错了、拼音
markdwon => 03-markdown-and-tea markdownlint
beifen => 05-backup backupnas
备分 => 05-backup backupnas
kubernets => kubernetes
typescirpt => typescript
docekr => docker
sousuo => 09-finding-chinese-words
guihua => 12-osmanthus-sugar
搬加 => 04-moving-in
webasembly => webassembly
bei fen => 05-backup backupnas
zhengze => regex
homeassistant => homeassistant
bushu => docker kubernetes 06-small-server ssh
`,
  `
期号
小站周刊第一百二十期 => weekly-120
周刊第九十九期 => weekly-99
第三十期周刊 => weekly-30
周刊第一百零八期 => weekly-108
周刊第十二期 => weekly-12
周刊120 => weekly-120
小站周刊7 => weekly-7
园丁月报第31号 => monthly-31
月报第7号 => monthly-7
园丁月报第十五号 => monthly-15
园丁月报第十二号 => monthly-12
园丁月报第8号 => monthly-8
月报第四号 => monthly-4
月报24 => monthly-24
月报第三十六号 => monthly-36
园丁月报第21号 => monthly-21
`,
  `
产品与版本
Vue 3 => vue3
vue3 => vue3
Node 20 => node20
iPhone 15 => iphone15
iphone15 => iphone15
Redis 7 => redis7
`,
  `
带点的数
Python 3.11.2 => python-3-11-2
Python 3.11.20 => python-3-11-20
python 3.1 => python-3-1
3.11.2 => python-3-11-2
Go 1.2 => go-1-2
Go 1.20 => go-1-20
go 1.21 => go-1-21
1.2 => go-1-2
8.4.1 => mysql-8-4-1
MySQL 8.4.1 => mysql-8-4-1
`,
  `
新的在前
晨跑 => diary-120
豆浆 => diary-119
Grafana => diary-120
早上 晨跑 => diary-120
晨跑 豆浆 => diary-119
`,
  `
正文里的词写错了
grafna => diary-120
grafanna => diary-120
doujiang => diary-119
豆将 => diary-119
晨泡 => diary-120
chenpao => diary-120
`,
  `
重音与看不见的字符
cafe de flore => cafe
CAFE => cafe
resume => resume
zurich => zurich
Zürich => zurich
pho => pho
donaudampfschifffahrt => softhyphen
零宽空格 => zerowidth
零\u200b宽空格 => zerowidth
Cafe\u0301 => cafe
`,
].flatMap(readQuestions);
