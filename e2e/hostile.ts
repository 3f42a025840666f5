import type { Page } from 'playwright-core';

/** Call that hostile scripts would make; no page requests this host otherwise. */
const run = 'pwned(1)';
const elsewhere = 'evil.example';

/** Texts that ran, or led astray, in one program or another. */
export const hostileTexts = [
  `<script>${run}</script>`,
  `</script><script>${run}</script>`,
  `<img src=x onerror=${run}>`,
  `<img src="https://${elsewhere}/pixel.png" onload="${run}">`,
  `<svg onload=${run}>`,
  `<svg><animate onbegin=${run} attributeName=x dur=1s>`,
  `<svg><script href="data:text/javascript,${run}"/></svg>`,
  `<iframe srcdoc="<script>parent.${run}</script>"></iframe><object data="javascript:${run}"></object>`,
  `[点我](javascript:${run}) [再点](JaVaScRiPt:${run}) [又点](java&#115;cript:${run}) <javascript:${run}>`,
  `[表](data:text/html;base64,PHNjcmlwdD5wYXJlbnQucHduZWQoMSk8L3NjcmlwdD4=) [盘](vbscript:${run}) [地](//${elsewhere}/a)`,
  `![图](javascript:${run}) ![图](https://${elsewhere}/b.png) ![x" onerror="${run}](x)`,
  `[题](https://${elsewhere}/c "x\\" onmouseover=\\"${run}") <https://${elsewhere}/d"onclick=${run}>`,
  `"><script>${run}</script><a b="`,
  `' onfocus='${run}' autofocus tabindex=1 x='`,
  `\`\`\`<img src=x onerror=${run}>\`\`\` \`</code><script>${run}</script>\``,
  `&lt;img src=x onerror=${run}&gt; &#60;script&#62;${run}&#60;/script&#62; \\u003cscript\\u003e${run}\\u003c/script\\u003e`,
  `{{constructor.constructor('${run}')()}} \${${run}} <%= ${run} %> #{${run}} {% raw %}`,
  `\u202e<b>倒着走\u2066\u2069 \u200f<i onclick=${run}>\ufeff`,
  `--></title></textarea></style></noscript></template><img src=x onerror=${run}>`,
  `]]></content></description><x:script xmlns:x="http://www.w3.org/1999/xhtml">${run}</x:script>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${run}&gt;">`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>"></noscript><form><math><mtext></form><form><mglyph><style></math><img src onerror=${run}>`,
  `<style>@import "https://${elsewhere}/e.css";*{background:url(https://${elsewhere}/f)}</style><p style="position:fixed;inset:0">`,
  `<base href="https://${elsewhere}/"><meta http-equiv=refresh content="0;url=javascript:${run}"><link rel=stylesheet href=//${elsewhere}/g.css>`,
  `<form action="https://${elsewhere}/h"><button formaction="javascript:${run}">发布</button><input name=body><a id=api>`,
  `@<img src=x onerror=${run}> #<svg/onload=${run}> __proto__ constructor toString`,
];

/** Texts of at most twenty characters for names and places, none of them blank. */
export const hostileNames = [
  '<b onclick=pwned(1)>',
  '<svg onload=pwned()>',
  '"><script>pwned()',
  "'-pwned(1)-'好",
  '</script><script>p',
  '</title><base href=/',
  `\${pwned(1)}`,
  '{{pwned(1)}}',
  '</textarea><b>一',
  '<!--<style>@import',
  'javascript:pwned(1)',
  '&lt;b&gt;&#60;i&#62;',
  ']]><script>pwned()',
  '\\"};pwned(1);//名',
  '<a href=//evil.ex>',
  '<%= pwned(1) %>',
  '@小林 [x](//e.ex)',
  '__proto__',
  '<base href=//e.ex>',
  '<math><mtext><img>',
  '<p style=x:pwned()>',
  '"autofocus onfocus=x',
  '`-pwned(1)-`',
  'data:text/html,甲',
  '<iframe src=//e.ex>',
  '#<i> *b* ~~c~~ `d`',
];

/** Web addresses that break out of where they are put, if anything does. */
export const hostileAddresses = [
  `https://${elsewhere}/"onerror="${run}`,
  `https://${elsewhere}/'><script>${run}</script>`,
  `http://${elsewhere}/</script><svg onload=${run}>`,
  `https://${elsewhere}/?a=javascript:${run}#"><img src=x onerror=${run}>`,
  `https://user:pw@${elsewhere}/);background:url(x)`,
];

/** Addresses that no field for one may take. */
export const falseAddresses = [
  `javascript:${run}`,
  `JAVASCRIPT://a.cn/%0a${run}`,
  `data:text/html,<script>${run}</script>`,
  `java\tscript:${run}`,
  `vbscript:${run}`,
  `blob:https://${elsewhere}/1`,
  `//${elsewhere}/a`,
];

/** Before the page's own scripts: takes down whatever runs, opens a dialog, or is refused by the page's policy. */
export async function setTraps(page: Page) {
  const sprung: string[] = [];
  page.on('dialog', async (dialog) => {
    sprung.push(`对话框：${dialog.message()}`);
    await dialog.dismiss();
  });
  await page.exposeFunction('sprung', (what: string) => void sprung.push(what));
  await page.addInitScript(() => {
    const tell = (globalThis as unknown as { sprung: (what: string) => void }).sprung;
    for (const name of ['pwned', 'p'])
      Object.defineProperty(globalThis, name, { value: () => tell(`跑起来了：${name}`), writable: false });
    document.addEventListener('securitypolicyviolation', (event) =>
      tell(`策略拦下：${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
    );
  });
  return sprung;
}

/** Elements that none of our pages has. */
const neverOurs = 'base, object, embed, applet, math, frame, marquee, animate, set, foreignObject, meta[http-equiv]';
const onlyText = ':is(style, title, textarea) > *';
/** Attributes that run, load or lead somewhere by themselves. */
const running = /^(on.*|srcdoc|formaction|ping|manifest|background)$/i;
const leading = /^(href|xlink:href|action)$/;
const loading = /^(src|poster|data)$/;
const ownProtocols = ['http:', 'https:', 'mailto:', 'tel:'];

/** Elements and attributes in the page that came from hostile text. */
export async function findForeign(page: Page) {
  const { elements, attributes, data, own } = await inventory(page);
  const isElsewhere = ({ to }: { to: string }) => !to.startsWith(`${own}/`) && !/^(data|blob):/.test(to);
  const isOdd = ({ to }: { to: string }) => !ownProtocols.some((protocol) => to.startsWith(protocol));
  // the page of hot searches hands a search to an engine the reader picks
  const isSearch = ({ html }: { html: string }) => html.startsWith('<form class="hot-seek scripted" rel="noopener');
  const among = (names: RegExp) => attributes.filter(({ name, value }) => names.test(name) && value !== '');
  const styles = attributes.filter(
    ({ name, value }) => name === 'style' && /url\(|expression|position:\s*fixed/i.test(value),
  );
  const sheets = among(/^href$/).filter(({ html }) => /^<link[^>]+stylesheet/.test(html));
  return [
    ...elements.map((html) => `不该有的标签：${html}`),
    ...among(running).map(({ html }) => `写在标签里的脚本：${html}`),
    ...among(leading)
      .filter(isOdd)
      .map(({ html }) => `不该有的地址：${html}`),
    ...[...among(loading), ...among(/^action$/), ...sheets]
      .filter((attribute) => isElsewhere(attribute) && !isSearch(attribute))
      .map(({ html }) => `外站：${html}`),
    ...styles.map(({ html }) => `外来的样式：${html}`),
    ...data.filter((text) => /<\/?script|<!--/i.test(text) || !isJson(text)).map((text) => `没有关紧的数据：${text}`),
  ];
}

/** All attributes of the page, addresses made whole, and the elements that should not be there. */
function inventory(page: Page) {
  const never = `${neverOurs}, ${onlyText}`;
  return page.evaluate((never) => {
    const start = (element: Element) => element.outerHTML.slice(0, 200);
    const attributesOf = (element: Element) =>
      Array.from(element.attributes, ({ name, value }) => {
        const to = URL.parse(value, location.href)?.href ?? '';
        return { name, value, to, html: start(element) };
      });
    const data = document.querySelectorAll('script[type="application/ld+json"]');
    return {
      own: location.origin,
      elements: Array.from(document.querySelectorAll(never), start),
      attributes: Array.from(document.querySelectorAll('*'), attributesOf).flat(),
      data: Array.from(data, ({ textContent }) => textContent ?? ''),
    };
  }, never);
}

function isJson(text: string) {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}
