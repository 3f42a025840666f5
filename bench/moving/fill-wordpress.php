<?php
// php fill-wordpress.php SITE: a blog of ten years in an installed WordPress: 200 posts of the block editor and of the
// classic one, pages, pictures, galleries, code, tables, verses, 1,000 comments. Does nothing where it was run before.
define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = '127.0.0.1:8418';
$_SERVER['REQUEST_METHOD'] = 'GET';
$_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
require $argv[1] . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/image.php';

if (!is_blog_installed()) {
  ob_start();
  wp_install('山居旧札', 'admin', 'admin@example.com', true, '', 'bench-admin-1');
  ob_end_clean();
}
if (wp_count_posts()->publish > 100) exit(0);
global $wp_rewrite;
$wp_rewrite->set_permalink_structure('/%year%/%monthnum%/%postname%/');
foreach (['comment_moderation' => 0, 'thread_comments_depth' => 5, 'posts_per_page' => 10, 'timezone_string' => 'Asia/Shanghai'] as $name => $value)
  update_option($name, $value);
switch_theme('twentytwentyone');
kses_remove_filters();
flush_rewrite_rules();

function words(int $seed, int $length): string {
  $state = ($seed * 2654435761 + 97) & 0xffffffff;
  $text = '';
  for ($at = 0; $at < $length; $at++) {
    $state = ($state * 1664525 + 1013904223) & 0xffffffff;
    $text .= $at % 13 === 12 ? '，' : mb_chr(0x4e00 + (int) (pow($state / 4294967296, 3) * 3500));
  }
  return $text . '。';
}

/** A picture of the media library; each has a size of its own, so that a wrong one is seen. */
function picture(int $n): array {
  [$width, $height] = [640 + $n * 8, 420 + $n * 4];
  $image = imagecreatetruecolor($width, $height);
  imagefill($image, 0, 0, imagecolorallocate($image, $n * 37 % 256, $n * 71 % 256, $n * 113 % 256));
  imagefilledellipse($image, (int) ($width / 2), (int) ($height / 2), 200, 200 + $n, imagecolorallocate($image, 250, 240, 220));
  $dir = wp_upload_dir(sprintf('20%02d/%02d', 12 + $n % 8, 1 + $n % 12));
  $name = $n % 7 === 0 ? "远山-$n.jpg" : ($n % 2 ? "hill-$n.png" : "hill-$n.jpg");
  $file = $dir['path'] . '/' . $name;
  str_ends_with($name, 'png') ? imagepng($image, $file) : imagejpeg($image, $file);
  $id = wp_insert_attachment(['post_mime_type' => str_ends_with($name, 'png') ? 'image/png' : 'image/jpeg', 'post_title' => "远山 $n",
    'post_excerpt' => $n % 3 ? '' : "图注 $n", 'post_status' => 'inherit'], $file);
  update_post_meta($id, '_wp_attachment_image_alt', "山 $n");
  wp_update_attachment_metadata($id, wp_generate_attachment_metadata($id, $file));
  return ['id' => $id, 'url' => wp_get_attachment_url($id), 'large' => wp_get_attachment_image_url($id, 'medium')];
}

$code = ["function greet(name) {\n  if (name < 3 && name > 1) {\n\treturn `你好，\${name}`;\n  }\n}\n\n\ngreet('<b>');",
  "SELECT * FROM posts\nWHERE title LIKE '%雨%' -- 注释\n  AND id <> 3;", "# 注释\nfor f in *.md; do\n    echo \"\$f\" | sed 's/a/b/'\ndone"];

/** What the block editor writes, a block per part; every post has another choice of them. */
function blocks(int $n, array $pictures, array $code, string $before): string {
  $one = $pictures[$n % count($pictures)];
  $two = $pictures[($n + 7) % count($pictures)];
  $three = $pictures[($n + 19) % count($pictures)];
  $image = fn($p, $size, $caption = '') => "<!-- wp:image {\"id\":{$p['id']},\"sizeSlug\":\"$size\"} -->\n<figure class=\"wp-block-image size-$size\"><img src=\"" .
    ($size === 'medium' ? $p['large'] : $p['url']) . "\" alt=\"山 & 水\" class=\"wp-image-{$p['id']}\"/>$caption</figure>\n<!-- /wp:image -->";
  $paragraph = fn($html) => "<!-- wp:paragraph -->\n<p>$html</p>\n<!-- /wp:paragraph -->";
  $escaped = esc_html($code[$n % 3]);
  $parts = [
    $image($one, 'large', '<figcaption>图注：<em>远山</em></figcaption>'),
    "<!-- wp:gallery {\"columns\":2,\"linkTo\":\"none\"} -->\n<figure class=\"wp-block-gallery has-nested-images columns-2 is-cropped\">" .
      $image($two, 'large') . "\n" . $image($three, 'large', '<figcaption>第二张</figcaption>') . "</figure>\n<!-- /wp:gallery -->",
    "<!-- wp:code -->\n<pre class=\"wp-block-code\"><code>$escaped</code></pre>\n<!-- /wp:code -->",
    "<!-- wp:preformatted -->\n<pre class=\"wp-block-preformatted\">一行\n    缩进的一行  两个空格\n\n末行</pre>\n<!-- /wp:preformatted -->",
    "<!-- wp:table -->\n<figure class=\"wp-block-table\"><table><thead><tr><th>名</th><th class=\"has-text-align-right\" data-align=\"right\">数</th></tr></thead><tbody><tr><td>a|b</td><td>1</td></tr><tr><td><strong>粗</strong> 与 <code>x = 1</code></td><td><a href=\"https://example.com/t?a=1&amp;b=2\">链</a></td></tr><tr><td></td><td>空格在左</td></tr></tbody></table><figcaption>表注</figcaption></figure>\n<!-- /wp:table -->",
    "<!-- wp:table -->\n<figure class=\"wp-block-table\"><table><tbody><tr><td colspan=\"2\">跨两列</td></tr><tr><td>一</td><td>二<br>换行</td></tr></tbody></table></figure>\n<!-- /wp:table -->",
    "<!-- wp:list -->\n<ul><!-- wp:list-item -->\n<li>甲<!-- wp:list -->\n<ul><!-- wp:list-item -->\n<li>甲一 <a href=\"$before\">上一篇</a></li>\n<!-- /wp:list-item --></ul>\n<!-- /wp:list --></li>\n<!-- /wp:list-item -->\n\n<!-- wp:list-item -->\n<li>乙 &lt;div&gt;</li>\n<!-- /wp:list-item --></ul>\n<!-- /wp:list -->",
    "<!-- wp:list {\"ordered\":true,\"start\":4} -->\n<ol start=\"4\"><!-- wp:list-item -->\n<li>第四</li>\n<!-- /wp:list-item -->\n\n<!-- wp:list-item -->\n<li>第五<br>换行</li>\n<!-- /wp:list-item --></ol>\n<!-- /wp:list -->",
    "<!-- wp:quote -->\n<blockquote class=\"wp-block-quote\"><!-- wp:paragraph -->\n<p>行到水穷处，<strong>坐看</strong>云起时。</p>\n<!-- /wp:paragraph --><cite>王维</cite></blockquote>\n<!-- /wp:quote -->",
    "<!-- wp:pullquote -->\n<figure class=\"wp-block-pullquote\"><blockquote><p>空山不见人</p><cite>王维《鹿柴》</cite></blockquote></figure>\n<!-- /wp:pullquote -->",
    "<!-- wp:verse -->\n<pre class=\"wp-block-verse\">空山不见人，\n    但闻人语响。\n\n  返景入深林，\n\t复照青苔上。</pre>\n<!-- /wp:verse -->",
    "<!-- wp:columns -->\n<div class=\"wp-block-columns\"><!-- wp:column -->\n<div class=\"wp-block-column\">" . $paragraph('左栏' . words($n, 20)) . "</div>\n<!-- /wp:column -->\n\n<!-- wp:column -->\n<div class=\"wp-block-column\">" . $paragraph('右栏') . "</div>\n<!-- /wp:column --></div>\n<!-- /wp:columns -->",
    "<!-- wp:media-text {\"mediaId\":{$two['id']},\"mediaType\":\"image\"} -->\n<div class=\"wp-block-media-text alignwide is-stacked-on-mobile\"><figure class=\"wp-block-media-text__media\"><img src=\"{$two['url']}\" alt=\"\" class=\"wp-image-{$two['id']} size-full\"/></figure><div class=\"wp-block-media-text__content\">" . $paragraph('图旁的字') . "</div></div>\n<!-- /wp:media-text -->",
    "<!-- wp:cover {\"url\":\"{$three['url']}\",\"id\":{$three['id']}} -->\n<div class=\"wp-block-cover\"><span aria-hidden=\"true\" class=\"wp-block-cover__background has-background-dim\"></span><img class=\"wp-block-cover__image-background wp-image-{$three['id']}\" alt=\"\" src=\"{$three['url']}\" data-object-fit=\"cover\"/><div class=\"wp-block-cover__inner-container\">" . $paragraph('封面上的字') . "</div></div>\n<!-- /wp:cover -->",
    "<!-- wp:buttons -->\n<div class=\"wp-block-buttons\"><!-- wp:button -->\n<div class=\"wp-block-button\"><a class=\"wp-block-button__link wp-element-button\" href=\"https://example.com/buy\">去看看</a></div>\n<!-- /wp:button --></div>\n<!-- /wp:buttons -->",
    "<!-- wp:html -->\n<p>手写的 <kbd>Ctrl</kbd> H<sub>2</sub>O x<sup>2</sup> <mark>记号</mark> <abbr title=\"超文本\">HTML</abbr></p>\n<!-- /wp:html -->",
    "<!-- wp:separator -->\n<hr class=\"wp-block-separator has-alpha-channel-opacity\"/>\n<!-- /wp:separator -->",
    "<!-- wp:heading {\"level\":3} -->\n<h3>小节 *{$n}* 与 <code>code</code></h3>\n<!-- /wp:heading -->",
    $image($three, 'medium'),
    "<!-- wp:file {\"href\":\"{$one['url']}\"} -->\n<div class=\"wp-block-file\"><a href=\"{$one['url']}\">附件</a><a href=\"{$one['url']}\" class=\"wp-block-file__button wp-element-button\" download>下载</a></div>\n<!-- /wp:file -->",
  ];
  $inline = "<strong>粗</strong>、<em>斜</em>、<s>删</s>、<code>a &lt; b</code>、<a href=\"https://example.com/?x=1&amp;y=(2)\">外链</a>、<a href=\"$before\">上一篇</a>；1 * 2 * 3 _不斜_ [方括号] &amp;amp; \$5 到 \$9";
  $text = $paragraph(words($n, 80) . $inline) . "\n\n";
  if ($n % 4 === 0) $text .= "<!-- wp:more -->\n<!--more-->\n<!-- /wp:more -->\n\n";
  $text .= "<!-- wp:heading -->\n<h2 id=\"part-$n\">一、" . words($n + 5, 6) . "</h2>\n<!-- /wp:heading -->\n\n";
  foreach ([0, 3, 7, 11, 14, 17] as $at) $text .= $parts[($n + $at) % count($parts)] . "\n\n" . $paragraph(words($n * 31 + $at, 60)) . "\n\n";
  return $text;
}

/** What the classic editor of 2012 wrote: no paragraphs, captions and galleries as shortcodes. */
function classic(int $n, array $pictures, array $code, string $before): string {
  $one = $pictures[$n % count($pictures)];
  $ids = implode(',', [$pictures[($n + 3) % count($pictures)]['id'], $pictures[($n + 5) % count($pictures)]['id'], $one['id']]);
  $parts = [
    "[caption id=\"attachment_{$one['id']}\" align=\"aligncenter\" width=\"300\"]<a href=\"{$one['url']}\"><img class=\"size-medium wp-image-{$one['id']}\" src=\"{$one['large']}\" alt=\"\" width=\"300\" height=\"200\" /></a> 题图：<em>雨后</em>[/caption]",
    "[gallery ids=\"$ids\"]",
    "<pre>" . esc_html($code[$n % 3]) . "</pre>",
    "<blockquote>读书不觉已春深，\n一寸光阴一寸金。</blockquote>",
    "<ul>\n\t<li>一</li>\n\t<li>二\n<ul>\n\t<li>二之一</li>\n</ul>\n</li>\n</ul>",
    "<table>\n<tbody>\n<tr>\n<th>键</th>\n<th>值</th>\n</tr>\n<tr>\n<td>甲</td>\n<td>1,000</td>\n</tr>\n</tbody>\n</table>",
    "<img class=\"alignleft\" src=\"{$one['url']}\" alt=\"左边的图\" />绕图的字。" . words($n, 30),
    "<h3>三级标题</h3>\n" . words($n + 2, 50),
    "第一行\n第二行 <a href=\"$before\">上一篇</a>\n第三行 <a href=\"#note\">注</a>",
    "<ol>\n\t<li>先</li>\n\t<li>后</li>\n</ol>",
    "<a href=\"{$one['url']}\"><img src=\"{$one['large']}\" alt=\"点开\" /></a>",
    "<address>山中某处</address>",
    "<dl><dt>词</dt><dd>释义</dd></dl>",
    "<p style=\"text-align: center;\">居中的<span style=\"color: #ff0000;\">红字</span></p>",
  ];
  $text = words($n, 90) . " <strong>粗</strong> <em>斜</em> <del>删</del> R&amp;D \"引号\" -- 破折... 'x'\n\n";
  if ($n % 3 === 0) $text .= "<!--more-->\n\n";
  foreach ([0, 2, 5, 8, 11] as $at) $text .= $parts[($n + $at) % count($parts)] . "\n\n" . words($n * 17 + $at, 50) . "\n\n";
  return $text;
}

foreach (['lin' => '林间', 'an' => '阿安'] as $login => $name)
  $authors[] = wp_insert_user(['user_login' => $login, 'user_pass' => wp_generate_password(), 'display_name' => $name, 'user_email' => "$login@example.com", 'role' => 'author']);
$authors[] = 1;
$pictures = array_map('picture', range(1, 60));
$categories = [];
foreach (['随笔' => 'essay', '旅行' => 'travel', '读书' => 'reading', '技术' => 'tech'] as $name => $slug)
  $categories[] = wp_insert_term($name, 'category', ['slug' => $slug])['term_id'];
$categories[] = wp_insert_term('前端', 'category', ['slug' => 'frontend', 'parent' => $categories[3]])['term_id'];
$categories[] = wp_insert_term('山水', 'category', ['parent' => $categories[1]])['term_id'];

wp_defer_term_counting(true);
$before = home_url('/');
$posts = [];
for ($n = 1; $n <= 200; $n++) {
  $text = $n % 2 ? blocks($n, $pictures, $code, $before) : classic($n, $pictures, $code, $before);
  $state = [191 => 'draft', 193 => 'private', 195 => 'future', 197 => 'pending'][$n] ?? 'publish';
  $post = wp_insert_post(wp_slash(['post_title' => words($n, 8) . ($n % 9 ? '' : ' & “引号” <i>') . " $n", 'post_content' => $text,
    'post_name' => $n % 5 ? "note-$n" : '山居第' . $n . '则', 'post_status' => $state, 'post_author' => $authors[$n % 3], 'post_excerpt' => $n % 6 ? '' : words($n, 30),
    'post_date' => date('Y-m-d H:i:s', ($state === 'future' ? time() + 8640000 : 1340000000 + $n * 1700000)), 'post_password' => $n === 199 ? 'secret' : '',
    'post_category' => $n % 8 ? [$categories[$n % 6]] : [$categories[$n % 6], $categories[($n + 1) % 6]],
    'tags_input' => ['标签' . $n % 30, 'tag-' . $n % 11, $n % 4 ? 'C++' : '雨 & 雪', '散记']]), true);
  if (is_wp_error($post)) exit($post->get_error_message());
  if ($n % 3 === 0) set_post_thumbnail($post, $pictures[$n % 60]['id']);
  foreach ($n % 10 === 0 ? [$pictures[$n % 60]['id']] : [] as $child) wp_update_post(['ID' => $child, 'post_parent' => $post]);
  if ($state === 'publish') $before = get_permalink($post);
  $posts[] = $post;
}
stick_post($posts[50]);
$parent = 0;
for ($n = 1; $n <= 22; $n++) {
  $page = wp_insert_post(wp_slash(['post_type' => 'page', 'post_title' => "页面 $n", 'post_name' => $n % 5 ? "page-$n" : '关于-' . $n, 'post_status' => $n === 22 ? 'draft' : 'publish',
    'post_content' => blocks($n, $pictures, $code, $before), 'post_parent' => $n % 4 === 0 ? $parent : 0, 'menu_order' => $n]));
  if ($n % 4 === 1) $parent = $page;
}
wp_defer_term_counting(false);

$above = [];
for ($n = 1; $n <= 1000; $n++) {
  $post = $posts[($n * 7) % 190];
  $guest = $n % 5 !== 0;
  $id = wp_insert_comment(wp_slash(['comment_post_ID' => $post, 'comment_parent' => $n % 3 ? ($above[$post] ?? 0) : 0,
    'comment_author' => $guest ? '读者' . $n % 90 : '站长', 'comment_author_email' => $guest ? "reader{$n}@example.com" : 'admin@example.com',
    'comment_author_url' => $n % 4 ? '' : 'https://reader.example.com/', 'user_id' => $guest ? 0 : 1, 'comment_author_IP' => '192.0.2.' . $n % 250,
    'comment_content' => words($n, 10 + $n % 60) . ($n % 9 ? '' : "\n\n第二段 <b>粗</b> <a href=\"https://example.com/c\">链</a> <code>a < b</code>") . ($n % 50 ? '' : ' 😀'),
    'comment_date' => date('Y-m-d H:i:s', 1700000000 + $n * 3600), 'comment_approved' => $n % 97 === 0 ? 'spam' : ($n % 61 === 0 ? 0 : 1)]));
  $depth = 0;
  for ($at = $id; $at && $depth < 6; $depth++) $at = (int) get_comment($at)->comment_parent;
  $above[$post] = $depth < 5 ? $id : 0;
}
