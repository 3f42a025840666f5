// Obsidian：把正在写的笔记存成墨笺的草稿，同一篇笔记总是同一篇草稿。
// 装 Templater 插件，设置 › User script functions 选一个文件夹，把这个文件放进去；
// 新建一个模板，内容是 <% tp.user.obsidian(tp) %>，在笔记里运行它。钥匙要「写草稿」「传图片与附件」。
const site = 'https://你的域名';
const key = 'mj_…';

module.exports = async (tp) => {
  const note = tp.config.target_file;
  const { vault, metadataCache } = globalThis.app;
  let markdown = (await vault.read(note)).replace(/^---\n[\s\S]*?\n---\n/, '');

  // ![[雨.png]] 一张张传上去，换成站里的地址
  for (const [embed, name] of markdown.matchAll(/!\[\[([^\]|]+)[^\]]*\]\]/g)) {
    const picture = metadataCache.getFirstLinkpathDest(name, note.path);
    if (!picture) continue;
    const { url } = await upload(tp, picture.name, await vault.readBinary(picture));
    markdown = markdown.replace(embed, `![](${url})`);
  }

  const content = { title: note.basename, markdown: markdown.trim() };
  const made = await ask(tp, 'POST', '/v1/article/', { key: `obsidian-${note.stat.ctime}`, content });
  const now = await ask(tp, 'GET', `/v1/article/selectMyArticleInfo?id=${made.id}`);
  const { title, markdown: text } = now.content;
  if (title !== content.title || text !== content.markdown)
    await ask(tp, 'PUT', '/v1/article/', {
      id: made.id,
      version: now.version,
      content: { ...now.content, ...content },
    });
  new tp.obsidian.Notice(`草稿存好了：${site}/newposts?id=${made.id}`);
  return '';
};

async function ask(tp, method, path, body) {
  return send(tp, { method, url: site + path, contentType: 'application/json', body: body && JSON.stringify(body) });
}

/** 一个文件的表单，照 multipart/form-data 拼出来：requestUrl 不认 FormData。 */
async function upload(tp, name, bytes) {
  const edge = `edge${Date.now()}`;
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${encodeURIComponent(name)}"\r\n`;
  const form = [`${head}content-type: application/octet-stream\r\n\r\n`, bytes, `\r\n--${edge}--\r\n`];
  const body = await new Blob(form).arrayBuffer();
  return send(tp, {
    method: 'POST',
    url: `${site}/file/upload`,
    contentType: `multipart/form-data; boundary=${edge}`,
    body,
  });
}

async function send(tp, request) {
  const headers = { Authorization: `Bearer ${key}` };
  const { json } = await tp.obsidian.requestUrl({ ...request, headers, throw: false });
  if (json.code === 200) return json.data;
  new tp.obsidian.Notice(`墨笺：${json.message}`);
  throw new Error(json.message);
}
