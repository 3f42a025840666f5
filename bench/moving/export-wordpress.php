<?php
// php export-wordpress.php SITE > FILE: what WordPress' 工具 → 导出 → 所有内容 downloads.
$_SERVER['HTTP_HOST'] = '127.0.0.1:8418';
$_SERVER['REQUEST_METHOD'] = 'GET';
$_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
require $argv[1] . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/export.php';
export_wp(['content' => 'all']);
