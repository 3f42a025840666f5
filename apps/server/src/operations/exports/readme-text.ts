import { chinaTime } from '../../platform/dates.ts';

/** What lies in the archive, for who opens it in ten years. */
export function readmeText(nickname: string, siteUrl: string, now: number) {
  return `这是 ${nickname} 在 ${siteUrl} 的全部数据，打包于 ${chinaTime(now)}（北京时间）。

articles/          每篇文章一个 Markdown 文件，开头是标题、日期、分类、标签等；草稿与回收站里的也在
drafts/            已发布的文章上还没有发布的修改，每篇一个文件
says.md、says.json  说说
comments.json      评论
board.json         留言板上的留言
chats.json         聊天的房间
chats/             每个房间一个 Markdown 与一个 JSON 文件，双方的话都在，最近两万条；撤回的、自己删除的不在
profile.json       个人资料
series.json        专栏的名字与简介
follows.json       关注的人与粉丝
blocks.json        拉黑的人
collects.json      收藏的文章
likes.json         点过的赞：kind 是文章、说说或评论，targetId 是它的编号
notices.json       收到的通知
sign-ins.json      签到的日子
sessions.json      登录中的设备、地点与时间
social-links.json  绑定的第三方账号
passkeys.json      通行密钥的名字与日期
uploads.json       上传过的图片与下载地址；图片本身不在这个包里

JSON 里的时间是 ISO 8601，世界协调时；所有文件都是 UTF-8。密码、登录令牌与密钥不在其中。
文章文件可以用墨笺的 npm run import 再导入，也能被 Hexo、Hugo 等读取。
`;
}
