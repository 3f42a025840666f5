/** Pages that ask before one leaves a site, with the parameters that hold the address. */
const redirects: Record<string, string> = {
  'link.zhihu.com/': 'target',
  'link.juejin.cn/': 'target',
  'link.csdn.net/': 'target',
  'gitee.com/link': 'target',
  'www.jianshu.com/go-wild': 'url',
  'links.jianshu.com/go': 'to',
  'www.oschina.net/action/GoToLink': 'url',
  'www.douban.com/link2/': 'url',
  'sspai.com/link': 'target',
  'link.uisdc.com/': 'redirect',
  'www.yuque.com/r/goto': 'url',
  'c.pc.qq.com/middlem.html': 'pfurl',
  'c.pc.qq.com/pc.html': 'url',
  'docs.qq.com/scenario/link.html': 'url',
  'mail.qq.com/cgi-bin/readtemplate': 'gourl',
  'developers.weixin.qq.com/redirect': 'url',
  'blog.51cto.com/transfer': '',
  'cloud.tencent.com/developer/tools/blog-entry': 'target',
  'steamcommunity.com/linkfilter/': 'u',
  'www.google.com/url': 'q',
  'www.youtube.com/redirect': 'q',
  'l.facebook.com/l.php': 'u',
};

/** Returns the address behind a site's page about leaving it; other addresses as they are. */
export function unwrapRedirect(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  const name = redirects[url.host + url.pathname] ?? redirects[`${url.host}${url.pathname}/`];
  if (name === undefined) return address;
  const target = name === '' ? decodeURIComponent(url.search.slice(1)) : (url.searchParams.get(name) ?? '');
  return /^https?:\/\/[^\s/]/i.test(target) && URL.canParse(target) ? target : address;
}
