#!/usr/bin/env bash
# Starts WordPress as its guides advise: nginx, php-fpm with opcache, MariaDB; on http://127.0.0.1:8418.
# wordpress.sh start FOLDER: FOLDER/site holds an unpacked WordPress. wordpress.sh stop FOLDER ends all of it.
set -e
here=$(cd "$(dirname "$0")" && pwd)
folder=$(cd "$2" && pwd)
port=3418
. "$here/mariadb.sh"

stop() {
  for one in nginx fpm db; do
    [ -s "$folder/$one.pid" ] && kill "$(cat "$folder/$one.pid")" 2>/dev/null || true
  done
}

configure() {
  [ -e "$folder/site/wp-config.php" ] || cat >"$folder/site/wp-config.php" <<PHP
<?php
define('DB_NAME', 'bench'); define('DB_USER', 'root'); define('DB_PASSWORD', ''); define('DB_HOST', '127.0.0.1:$port');
define('DB_CHARSET', 'utf8mb4'); define('DB_COLLATE', ''); \$table_prefix = 'wp_';
define('WP_HOME', 'http://127.0.0.1:8418'); define('WP_SITEURL', 'http://127.0.0.1:8418');
define('WP_HTTP_BLOCK_EXTERNAL', true); define('DISABLE_WP_CRON', true); define('AUTOMATIC_UPDATER_DISABLED', true);
define('WP_ENVIRONMENT_TYPE', 'local');
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
PHP
  mkdir -p "$folder/site/wp-content/mu-plugins" "$folder/tmp"
  # comments by anybody over REST, without the pause between two of one address
  cat >"$folder/site/wp-content/mu-plugins/bench.php" <<'PHP'
<?php
add_filter('rest_allow_anonymous_comments', '__return_true');
remove_all_filters('check_comment_flood');
add_filter('wp_is_comment_flood', '__return_false', 99);
add_filter('duplicate_comment_id', '__return_zero');
PHP
  cat >"$folder/fpm.conf" <<CONF
[global]
pid = $folder/fpm.pid
error_log = $folder/fpm.log
[www]
user = www-data
listen = $folder/fpm.sock
listen.mode = 0666
pm = static
pm.max_children = 4
php_admin_value[opcache.enable] = 1
CONF
  cat >"$folder/nginx.conf" <<CONF
user www-data; worker_processes 1; pid $folder/nginx.pid; error_log $folder/nginx.log;
events { worker_connections 256; }
http {
  access_log off; include /etc/nginx/mime.types; gzip on; gzip_types application/json;
  client_body_temp_path $folder/tmp; fastcgi_temp_path $folder/tmp; proxy_temp_path $folder/tmp;
  uwsgi_temp_path $folder/tmp; scgi_temp_path $folder/tmp;
  server {
    listen 127.0.0.1:8418; root $folder/site; index index.php;
    location / { try_files \$uri \$uri/ /index.php?\$args; }
    location ~ \.php$ {
      include /etc/nginx/fastcgi_params;
      fastcgi_param HTTP_HOST \$http_host;
      fastcgi_param SCRIPT_FILENAME \$document_root\$fastcgi_script_name;
      fastcgi_param HTTP_AUTHORIZATION \$http_authorization;
      fastcgi_pass unix:$folder/fpm.sock;
    }
  }
}
CONF
}

case $1 in
start)
  stop
  start_mariadb
  configure
  php "${FILL:-$here/fill-wordpress.php}" "$folder/site" >"$folder/filled.json"
  setsid nohup "$(command -v php-fpm || ls /usr/sbin/php-fpm* | head -1)" --allow-to-run-as-root --nodaemonize \
    --fpm-config "$folder/fpm.conf" >/dev/null 2>&1 &
  nginx -c "$folder/nginx.conf"
  ;;
stop) stop ;;
esac
