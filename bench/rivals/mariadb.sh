# Sourced by the two others: a MariaDB of its own in $folder/db on $port, with an empty or existing database "bench".
start_mariadb() {
  if [ ! -d "$folder/db/mysql" ]; then
    mkdir -p "$folder/db"
    mariadb-install-db --no-defaults --datadir="$folder/db" --auth-root-authentication-method=normal --user=root \
      --skip-test-db >"$folder/db-install.log" 2>&1
  fi
  setsid nohup mariadbd --no-defaults --user=root --datadir="$folder/db" --port="$port" --bind-address=127.0.0.1 \
    --socket="$folder/db.sock" --pid-file="$folder/db.pid" --innodb-buffer-pool-size=128M --performance-schema=OFF \
    --skip-log-bin >"$folder/db.log" 2>&1 &
  for _ in $(seq 60); do
    mariadb --no-defaults -S "$folder/db.sock" -uroot -e 'create database if not exists bench character set utf8mb4' \
      2>/dev/null && return
    sleep 1
  done
  echo "MariaDB 没有起来：$folder/db.log" >&2
  exit 1
}
