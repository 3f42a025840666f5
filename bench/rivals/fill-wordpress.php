<?php
// php fill-wordpress.php SITE: installs WordPress where it is not, writes 1,000 posts of 3,000 characters, prints
// the password with which the measurement publishes.
define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = '127.0.0.1:8418';
$_SERVER['REQUEST_METHOD'] = 'GET';
$_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
require $argv[1] . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';

if (!is_blog_installed()) {
  ob_start();
  wp_install('测', 'admin', 'admin@example.com', true, '', 'bench-admin-1', 'zh_CN');
  ob_end_clean();
}
update_option('permalink_structure', '/%postname%/');
update_option('require_name_email', 0);
update_option('comment_moderation', 0);
update_option('comment_previously_approved', 0);
flush_rewrite_rules();

/** The text of bench/corpus.ts: characters by a natural frequency, the same in every run. */
function bench_text(int $seed, int $length): string {
  $state = ($seed * 2654435761) & 0xffffffff;
  $text = '';
  for ($at = 0; $at < $length; $at++) {
    $state = ($state * 1664525 + 1013904223) & 0xffffffff;
    $text .= $at % 17 === 16 ? '，' : mb_chr(0x4e00 + (int) (pow($state / 4294967296, 3) * 3500));
  }
  return $text;
}

wp_defer_term_counting(true);
for ($n = (int) wp_count_posts()->publish; $n <= 1000; $n++) {
  $paragraphs = array_map(fn($part) => '<p>' . $part . '</p>', mb_str_split(bench_text($n + 13, 3000), 300));
  wp_insert_post(['post_title' => bench_text($n, 12), 'post_name' => "bench-$n", 'post_status' => 'publish',
    'post_author' => 1, 'post_content' => implode("\n\n", $paragraphs), 'tags_input' => ['标签 ' . $n % 40],
    'post_date' => date('Y-m-d H:i:s', 1600000000 + $n * 100000)]);
}
wp_defer_term_counting(false);

foreach (WP_Application_Passwords::get_user_application_passwords(1) as $one)
  WP_Application_Passwords::delete_application_password(1, $one['uuid']);
[$password] = WP_Application_Passwords::create_new_application_password(1, ['name' => 'bench']);
$first = get_posts(['name' => 'bench-500', 'post_type' => 'post'])[0]->ID;
echo json_encode(['authorization' => 'Basic ' . base64_encode("admin:$password"), 'post' => $first]);
