const paragraph =
  '山雨欲来，风满小楼，檐下的灯还亮着。<strong>远处</strong>有人唱着歌，<a href="https://example.com/">歌声</a>断断续续。';

type Size = { articles: number; commentsEach: number; paragraphs: number };

/** A WXR 1.2 file, piece by piece. */
export async function* wordpressFile({ articles, commentsEach, paragraphs }: Size) {
  yield `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
 xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>旧站</title><link>https://old.example.com</link>
<wp:wxr_version>1.2</wp:wxr_version><wp:base_site_url>https://old.example.com</wp:base_site_url>
<wp:base_blog_url>https://old.example.com</wp:base_blog_url>
<wp:author><wp:author_id>1</wp:author_id><wp:author_login><![CDATA[me]]></wp:author_login>
<wp:author_email><![CDATA[me@example.com]]></wp:author_email>
<wp:author_display_name><![CDATA[站长]]></wp:author_display_name></wp:author>\n`;
  for (let id = 1; id <= articles; id++) yield item(id, commentsEach, paragraphs);
  yield '</channel></rss>\n';
}

function item(id: number, commentsEach: number, paragraphs: number) {
  const date = new Date(Date.UTC(2010, 0, 1) + id * 3_600_000).toISOString().replace('T', ' ').slice(0, 19);
  const body = Array.from({ length: paragraphs }, (_, at) => `<p>${at}. ${paragraph}</p>`).join('\n');
  const comments = Array.from({ length: commentsEach }, (_, at) => comment(id, at, commentsEach, date)).join('');
  return `<item><title><![CDATA[第 ${id} 篇]]></title><link>https://old.example.com/archives/${id}</link>
<dc:creator><![CDATA[me]]></dc:creator><guid isPermaLink="false">https://old.example.com/?p=${id}</guid>
<content:encoded><![CDATA[${body}]]></content:encoded><excerpt:encoded><![CDATA[]]></excerpt:encoded>
<wp:post_id>${id}</wp:post_id><wp:post_date><![CDATA[${date}]]></wp:post_date>
<wp:post_date_gmt><![CDATA[${date}]]></wp:post_date_gmt><wp:comment_status><![CDATA[open]]></wp:comment_status>
<wp:post_name><![CDATA[post-${id}]]></wp:post_name><wp:status><![CDATA[publish]]></wp:status>
<wp:post_parent>0</wp:post_parent><wp:post_type><![CDATA[post]]></wp:post_type>
<category domain="category" nicename="c${id % 20}"><![CDATA[分类 ${id % 20}]]></category>
<category domain="post_tag" nicename="t${id % 300}"><![CDATA[标签 ${id % 300}]]></category>
${comments}</item>\n`;
}

/** Every second comment answers the one before. */
function comment(article: number, at: number, each: number, date: string) {
  const id = (article - 1) * each + at + 1;
  return `<wp:comment><wp:comment_id>${id}</wp:comment_id>
<wp:comment_author><![CDATA[读者 ${id % 5000}]]></wp:comment_author>
<wp:comment_author_email><![CDATA[reader${id % 5000}@example.com]]></wp:comment_author_email>
<wp:comment_author_url></wp:comment_author_url><wp:comment_date><![CDATA[${date}]]></wp:comment_date>
<wp:comment_date_gmt><![CDATA[${date}]]></wp:comment_date_gmt>
<wp:comment_content><![CDATA[写得真好，第 ${id} 次来看。]]></wp:comment_content>
<wp:comment_approved><![CDATA[1]]></wp:comment_approved><wp:comment_type><![CDATA[comment]]></wp:comment_type>
<wp:comment_parent>${at % 2 === 1 ? id - 1 : 0}</wp:comment_parent></wp:comment>\n`;
}
